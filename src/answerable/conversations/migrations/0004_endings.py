from __future__ import annotations

from typing import Any

from django.db import migrations, models


def fill_endings(apps: Any, _schema_editor: Any) -> None:
    """Of requests that ended before there was a word for it; their states stay as they were recorded."""
    requests = apps.get_model("conversations", "QueryRequest").objects
    requests.filter(status="completed").update(ending="answered")
    requests.filter(status="cancelled").update(ending="cancelled")
    failed = requests.filter(status="failed")
    failed.update(ending="failed")
    failed.filter(outcome__contains='"code": "refused"').update(ending="refused")
    failed.filter(outcome__contains='"code": "needs_clarification"').update(ending="asked_back")


class Migration(migrations.Migration):
    dependencies = [("conversations", "0003_picks")]

    operations = [
        migrations.AddField(
            "queryrequest",
            "ending",
            models.CharField(
                max_length=10,
                choices=[
                    ("answered", "Answered"),
                    ("asked_back", "Asked Back"),
                    ("refused", "Refused"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                blank=True,
                default="",
            ),
        ),
        migrations.AlterField("queryresult", "total_row_count", models.PositiveIntegerField(null=True)),
        migrations.RunPython(fill_endings, migrations.RunPython.noop),
    ]
