"""People with tokens for `benchmarks.serving`, made in the workspace of the folder this runs in; prints the tokens.

Every fifth works in a project where cheap queries need no approval.
"""

from __future__ import annotations

import sys

from answerable.cli.account_options import open_accounts
from answerable.kernel.settings import load_settings

NO_APPROVAL_EVERY = 5


def main(count: int) -> None:
    open_accounts(load_settings())
    from django.contrib.auth.models import User
    from django.db import transaction

    from answerable.projects.api_tokens import issue_token
    from answerable.projects.bootstrap import default_project
    from answerable.projects.membership import Identity, set_role
    from answerable.projects.models import Project, Role, Source

    with transaction.atomic():
        usual = default_project()
        quick = Project.objects.create(slug="quick", name="Quick", settings={"confirm": "auto"})
        for source in Source.objects.filter(project=usual):
            source.pk, source.project, source._state.adding = None, quick, True
            source.save()
        for number in range(count):
            user = User.objects.create(username=f"person{number}", password="!")
            project = usual if number % NO_APPROVAL_EVERY else quick
            set_role(user, project, Role.VIEWER)
            print(issue_token(Identity(user, project, Role.VIEWER), "load", 1)[1])


if __name__ == "__main__":
    main(int(sys.argv[1]))
