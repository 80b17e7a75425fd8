#!/usr/bin/env python
"""Django's commands over the workspace of the folder they run in: `python manage.py import_knowledge knowledge/`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "answerable.web.settings")
    execute_from_command_line(sys.argv)
