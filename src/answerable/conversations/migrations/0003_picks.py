from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("conversations", "0002_origins")]

    operations = [
        migrations.RemoveConstraint("queryrequest", "a_reading_is_picked_once"),
        migrations.AddConstraint(
            "queryrequest",
            models.UniqueConstraint(
                fields=("picked_from", "picked_index"),
                condition=~models.Q(status__in=["cancelled", "failed"]),
                name="a_reading_is_answered_once",
            ),
        ),
    ]
