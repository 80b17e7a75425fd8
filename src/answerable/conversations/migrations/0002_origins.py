from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0001_conversations")]

    operations = [
        migrations.AddField("queryrequest", "basis", models.JSONField(blank=True, null=True)),
        migrations.AddField(
            "queryrequest",
            "picked_from",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="picks",
                to="conversations.queryrequest",
            ),
        ),
        migrations.AddField("queryrequest", "picked_index", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "queryrequest",
            models.UniqueConstraint(fields=("picked_from", "picked_index"), name="a_reading_is_picked_once"),
        ),
        migrations.AddField("queryresult", "is_edited", models.BooleanField(default=False)),
        migrations.AddField("queryresult", "builds_on_edit", models.BooleanField(default=False)),
    ]
