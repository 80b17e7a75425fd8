from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("conversations", "0004_endings")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="session",
            name="provider",
            field=models.CharField(
                blank=True,
                choices=[
                    ("embedded", "Embedded"),
                    ("openai", "Openai"),
                    ("anthropic", "Anthropic"),
                    ("google", "Google"),
                    ("openai-compatible", "Compatible"),
                    ("local", "Local"),
                ],
                default="",
                max_length=20,
            ),
        )
    ]
