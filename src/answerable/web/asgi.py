"""What uvicorn serves."""

from __future__ import annotations

import os
import threading

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "answerable.web.settings")
_django = get_asgi_application()

from answerable.conversations.services.housekeeping import keep_tidy  # noqa: E402
from answerable.conversations.services.run_threads import keep_watch  # noqa: E402 — Django has to be set up first
from answerable.projects.django_setup import share_connections  # noqa: E402
from answerable.projects.uploads import MOST_BYTES  # noqa: E402
from answerable.web.concurrency_limit import CrowdLimit  # noqa: E402
from answerable.web.exit_with_parent import end_with_parent  # noqa: E402
from answerable.web.intake.connections import raise_open_files  # noqa: E402
from answerable.web.intake.whole_bodies import WholeBodies  # noqa: E402
from answerable.web.warm_up import warm_up  # noqa: E402

end_with_parent()
raise_open_files()
share_connections()
_cookie = settings.SESSION_COOKIE_NAME
application = WholeBodies(CrowdLimit(_django, cookie_name=_cookie), MOST_BYTES + (1 << 20), _cookie)
threading.Thread(target=warm_up, daemon=True).start()
threading.Thread(target=keep_tidy, daemon=True).start()
threading.Thread(target=keep_watch, daemon=True).start()
