"""What a project knows holds for every run of the project, and for no other's."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.answers import Answer
from answerable.knowledge.models import CanonicalMetric, EntryChange
from answerable.knowledge.services.save_entry import save_entry
from answerable.projects.membership import Identity
from answerable.projects.models import Project, Role, Source
from answerable.projects.project_knowledge import schemas_of
from answerable.projects.project_sources import member_context
from tests.web.people import default_project, member

pytestmark = [pytest.mark.django_db, pytest.mark.needs_network_weights]
SAID = {
    "name": "Headcount",
    "definition": "People who have not left.",
    "sql_template": "SELECT COUNT(*) FROM staff WHERE left_on IS NULL",
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with sqlite3.connect(tmp_path / "firm.db") as connection:
        connection.execute("CREATE TABLE staff (id INTEGER PRIMARY KEY, team TEXT, left_on DATE)")
        connection.execute(
            "INSERT INTO staff VALUES (1, 'Sales', NULL), (2, 'Sales', '2025-01-01'), (3, 'Legal', NULL)"
        )
    connection.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "firm.db"


def asker(name: str, project: Project, file: Path) -> tuple[Identity, Source]:
    project.settings = {"confirm": "auto"}
    project.save()
    return member(name, Role.ADMIN, project), Source.objects.create(project=project, name="firm", spec=str(file))


def ask(who: Identity, source: Source, question: str = "headcount") -> Answer:
    with member_context(who, [source]) as context:
        return answer_of(Agent(context).ask(Question(question)))


def test_a_metric_of_the_project_answers_and_is_known_by_its_row(file: Path) -> None:
    who, source = asker("ada", default_project(), file)
    save_entry(CanonicalMetric(project=who.project), SAID, schemas=schemas_of(who.project))
    found = ask(who, source)
    assert (found.path, found.trust.level, found.table.to_pylist()[0].popitem()[1]) == ("metric", "governed", 2)
    (applied,) = [one for one in found.provenance.applied if one.kind == "metric"]
    assert applied.id == str(CanonicalMetric.objects.get().pk)
    assert EntryChange.objects.get(digest=applied.version).version == 1


def test_the_same_metric_of_another_project_is_that_projects_own(file: Path) -> None:
    one = asker("ada", default_project(), file)
    other = asker("bea", Project.objects.create(slug="other", name="Other"), file)
    for who, _ in (one, other):
        save_entry(CanonicalMetric(project=who.project), SAID)
    ids = [ask(*them).provenance.applied[0].id for them in (one, other)]
    assert ids == [str(CanonicalMetric.objects.get(project=who.project).pk) for who, _ in (one, other)]


def test_a_changed_definition_holds_from_the_next_question_on(file: Path) -> None:
    who, source = asker("ada", default_project(), file)
    metric = save_entry(CanonicalMetric(project=who.project), SAID)
    assert ask(who, source).table.to_pylist()[0].popitem()[1] == 2
    save_entry(metric, {"sql_template": "SELECT COUNT(*) FROM staff"})
    assert ask(who, source).table.to_pylist()[0].popitem()[1] == 3


def test_a_folder_beside_the_server_s_data_is_not_read(file: Path) -> None:
    who, source = asker("ada", default_project(), file)
    folder = file.parent / "knowledge" / "metrics"
    folder.mkdir(parents=True)
    (folder / "broken.yaml").write_text("[")
    assert ask(who, source, "how many staff are there?").path == "embedded"
