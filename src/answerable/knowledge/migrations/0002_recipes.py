import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import answerable.knowledge.models.recipe


class Migration(migrations.Migration):
    dependencies = [
        ("knowledge", "0001_knowledge"),
        ("projects", "0002_access"),
    ]

    operations = [
        migrations.CreateModel(
            name="Recipe",
            fields=[
                ("recipe_id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "schema_fingerprint",
                    models.CharField(
                        max_length=64, validators=[django.core.validators.RegexValidator("^[0-9a-f]{64}\\Z")]
                    ),
                ),
                (
                    "intent_template",
                    models.TextField(validators=[answerable.knowledge.models.recipe.demand_placeholders]),
                ),
                ("intent_embedding", models.BinaryField()),
                ("plan_structure", models.JSONField()),
                ("tool_argument_templates", models.JSONField(default=list)),
                (
                    "success_count",
                    models.PositiveIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1)]),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("last_used_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recipes", to="projects.project"
                    ),
                ),
            ],
            options={
                "db_table": "recipes",
                "ordering": ["-last_used_at"],
                "indexes": [
                    models.Index(fields=["schema_fingerprint"], name="idx_schema_fp"),
                    models.Index(fields=["-last_used_at"], name="idx_last_used"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("success_count__gte", 1)), name="a_recipe_worked_once")
                ],
            },
        ),
    ]
