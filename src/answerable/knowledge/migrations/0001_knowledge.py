import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("projects", "0002_access"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AgentLearning",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.CharField(blank=True, max_length=100)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("description", models.TextField()),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("type_mismatch", "Column type mismatch"),
                            ("filter_required", "Missing required filter"),
                            ("join_pattern", "Correct join pattern"),
                            ("aggregation", "Aggregation gotcha"),
                            ("naming", "Column/table naming convention"),
                            ("data_quality", "Data quality issue"),
                            ("business_logic", "Business logic correction"),
                            ("other", "Other"),
                        ],
                        default="other",
                        max_length=50,
                    ),
                ),
                ("applies_to_tables", models.JSONField(blank=True, default=list)),
                ("effect", models.JSONField(blank=True, null=True)),
                ("original_error", models.TextField(blank=True)),
                ("original_sql", models.TextField(blank=True)),
                ("corrected_sql", models.TextField(blank=True)),
                ("confidence_score", models.FloatField(default=0.5)),
                ("times_applied", models.IntegerField(default=0)),
                ("is_active", models.BooleanField(default=True)),
                (
                    "promoted_to",
                    models.CharField(
                        blank=True,
                        choices=[("business_rule", "Business Rule"), ("verified_query", "Verified Query")],
                        max_length=50,
                    ),
                ),
                ("discovered_in_conversation", models.CharField(blank=True, max_length=255)),
                ("discovered_by_user_name", models.CharField(blank=True, editable=False, max_length=150)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "discovered_by_user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="learnings", to="projects.project"
                    ),
                ),
            ],
            options={
                "ordering": ["-confidence_score", "-times_applied"],
                "indexes": [
                    models.Index(
                        fields=["project", "is_active", "-confidence_score"], name="knowledge_a_project_ab61e4_idx"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("project", "slug"), name="one_file_a_learning"),
                    models.CheckConstraint(
                        condition=models.Q(("confidence_score__gte", 0), ("confidence_score__lte", 1)),
                        name="confidence_is_a_share",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("times_applied__gte", 0)), name="applied_no_times_or_more"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BusinessRule",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.CharField(blank=True, max_length=100)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("title", models.CharField(max_length=255)),
                ("description", models.TextField()),
                ("applies_to_tables", models.JSONField(blank=True, default=list)),
                ("applies_to_metrics", models.JSONField(blank=True, default=list)),
                ("tags", models.JSONField(blank=True, default=list)),
                ("term", models.CharField(blank=True, max_length=255)),
                ("synonyms", models.JSONField(blank=True, default=list)),
                ("condition", models.TextField(blank=True)),
                ("required_filter", models.TextField(blank=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("active", "Active"), ("retired", "Retired")],
                        default="active",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="business_rules",
                        to="projects.project",
                    ),
                ),
            ],
            options={
                "ordering": ["title"],
                "constraints": [models.UniqueConstraint(fields=("project", "slug"), name="one_file_a_rule")],
            },
        ),
        migrations.CreateModel(
            name="CanonicalMetric",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.CharField(blank=True, max_length=100)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("name", models.CharField(max_length=255)),
                ("definition", models.TextField()),
                ("sql_template", models.TextField()),
                ("unit", models.CharField(blank=True, max_length=50)),
                ("owner", models.CharField(blank=True, max_length=255)),
                ("caveats", models.JSONField(blank=True, default=list)),
                ("tags", models.JSONField(blank=True, default=list)),
                ("synonyms", models.JSONField(blank=True, default=list)),
                ("date_column", models.CharField(blank=True, max_length=255)),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("active", "Active"), ("retired", "Retired")],
                        default="active",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="canonical_metrics",
                        to="projects.project",
                    ),
                ),
                (
                    "updated_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("project", "slug"), name="one_file_a_metric")],
                "unique_together": {("project", "name")},
            },
        ),
        migrations.CreateModel(
            name="EntryChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("entry_id", models.UUIDField()),
                ("title", models.TextField()),
                (
                    "action",
                    models.CharField(
                        choices=[("created", "Created"), ("updated", "Updated"), ("deleted", "Deleted")], max_length=10
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                ("changed_at", models.DateTimeField(auto_now_add=True)),
                ("changed_by_name", models.CharField(blank=True, max_length=150)),
                (
                    "changed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="knowledge_changes",
                        to="projects.project",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["project", "kind", "entry_id"], name="knowledge_change_entry"),
                    models.Index(fields=["digest"], name="knowledge_change_digest"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableKnowledge",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.CharField(blank=True, max_length=100)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("table_name", models.CharField(max_length=255)),
                ("description", models.TextField()),
                ("use_cases", models.JSONField(blank=True, default=list)),
                ("data_quality_notes", models.JSONField(blank=True, default=list)),
                ("owner", models.CharField(blank=True, max_length=255)),
                ("refresh_frequency", models.CharField(blank=True, max_length=100)),
                ("related_tables", models.JSONField(blank=True, default=list)),
                ("column_notes", models.JSONField(blank=True, default=dict)),
                ("synonyms", models.JSONField(blank=True, default=list)),
                ("column_synonyms", models.JSONField(blank=True, default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("active", "Active"), ("retired", "Retired")],
                        default="active",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_knowledge",
                        to="projects.project",
                    ),
                ),
                (
                    "updated_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["table_name"],
                "constraints": [models.UniqueConstraint(fields=("project", "slug"), name="one_file_a_table")],
                "unique_together": {("project", "table_name")},
            },
        ),
        migrations.CreateModel(
            name="VerifiedQuery",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("slug", models.CharField(blank=True, max_length=100)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("name", models.CharField(max_length=255)),
                ("description", models.TextField()),
                ("sql", models.TextField()),
                ("tags", models.JSONField(blank=True, default=list)),
                ("tables_used", models.JSONField(blank=True, default=list)),
                ("wordings", models.JSONField(blank=True, default=list)),
                ("verified_by_name", models.CharField(blank=True, editable=False, max_length=150)),
                ("verified_at", models.DateTimeField(blank=True, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("active", "Active"), ("retired", "Retired")],
                        default="active",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verified_queries",
                        to="projects.project",
                    ),
                ),
                (
                    "verified_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("project", "slug"), name="one_file_a_query")],
            },
        ),
    ]
