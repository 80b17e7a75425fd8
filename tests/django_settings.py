"""The web door's settings over a workspace of the tests' own."""

import atexit
import os
import tempfile
from unittest import mock

_workspace = tempfile.TemporaryDirectory(prefix="answerable-tests-")
atexit.register(_workspace.cleanup)
with mock.patch.dict(os.environ, ANSWERABLE_WORKSPACE=_workspace.name):
    from answerable.web.settings import *  # noqa: F403

# A file, as in the product: SQLite's databases in memory lock whole tables and do not wait for their turn.
DATABASES["default"]["TEST"] = {"NAME": os.path.join(_workspace.name, "test.db")}  # noqa: F405, PTH118
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
