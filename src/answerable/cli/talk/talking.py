"""One conversation: lines in, answers out; everything is kept as the web page keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from answerable.agent import Preview
from answerable.answers.answer import KeptReceipt
from answerable.answers.retelling import answer_from
from answerable.clarification import Clarification, Reading
from answerable.cli.draw import draw_answer, draw_preview, draw_readings, terminal
from answerable.cli.failure import exit_code_of, say_error
from answerable.cli.progress import ProgressLine
from answerable.cli.talk.commands import obey
from answerable.cli.talk.stopping import stopped_by_ctrl_c
from answerable.conversations.services.approvals import own_query
from answerable.conversations.services.conversing import Conversing
from answerable.conversations.services.offered_readings import offered_reading, pick_reading
from answerable.conversations.services.results import own_result, table_of
from answerable.conversations.services.saver import process_saver
from answerable.conversations.services.sessions import continue_session, open_session
from answerable.errors import AnswerableError
from answerable.receipts import place_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.agent import Desk
    from answerable.agent.stopping import Stop
    from answerable.clarification import PickedReading
    from answerable.cli.talk.lines import Lines
    from answerable.projects.models import Project, Source

__all__ = ["Asker", "Talk"]

Event = dict[str, Any]


class Asker:
    """Who asks, where it is kept, and who approves."""

    def __init__(self, user: User, project: Project, sources: list[Source], lines: Lines, says_yes: bool) -> None:
        self.user, self.project, self.sources = user, project, sources
        self.lines, self.says_yes = lines, says_yes

    def decision(self, preview: Preview) -> tuple[bool, str]:
        """Whether it may run, and the SQL in its place where the person changed it."""
        if self.says_yes:
            return True, ""
        if not self.lines.has_person:
            say_error("This query needs a person's approval and nobody is there to give it. Run again with --yes.")
            return False, ""
        draw_preview(preview, terminal())
        choice = self.lines.choose()
        return _edited(preview.sql) if choice == "e" else (choice == "y", "")


class Talk:
    def __init__(self, desk: Desk, asker: Asker) -> None:
        self._desk, self._asker = desk, asker
        self.is_over = False
        self.exit_code = 0
        """Of the first question that got no answer."""
        self.begin_anew()

    @property
    def source_names(self) -> list[str]:
        return [source.name for source in self._desk.sources]

    def begin_anew(self) -> None:
        who = self._asker
        self._session = open_session(who.user, who.project, who.sources, self._desk.settings.language)
        self._question = self.last_sql = ""
        self._readings: tuple[Reading, ...] = ()
        """Of what was asked back last; a number picks one."""
        self._asked_back = ""
        """The request that was."""

    def hear(self, line: str) -> None:
        text = line.strip()
        if text.startswith("/"):
            obey(text, self)
        elif self._is_pick(text):
            self._ask(self._question, int(text) - 1)
        elif text:
            self._ask(text)

    def _is_pick(self, text: str) -> bool:
        return text in map(str, range(1, len(self._readings) + 1))

    def _ask(self, text: str, index: int | None = None) -> None:
        self._question, self._readings = text, ()
        try:
            self._session = continue_session(self._session.pk, self._asker.user)
            reading = None if index is None else self._pick(text, index)
            talking = self._talking()
            waiting = self._follow(talking, talking.ask(text, reading=reading))
            if waiting:
                self._confirm(waiting)
        except AnswerableError as error:
            self._fail(error.code, error.line())

    def _pick(self, question: str, index: int) -> PickedReading:
        offered = offered_reading(self._asked_back, self._asker.user)
        return pick_reading(offered, index, question, self._session)

    def _confirm(self, preview: Event) -> None:
        shown = Preview(self._question, preview["query"], preview["explanation"], preview["estimate_rows"])
        approved, edited = self._asker.decision(shown)
        query = own_query(preview["query_id"], self._session.pk, self._asker.user)
        talking = self._talking()
        says_yes = self._asker.says_yes
        self._follow(talking, talking.confirm(query, approved=approved, edited_sql=edited, is_beforehand=says_yes))

    def _talking(self) -> Conversing:
        return Conversing(self._session, self._lease, process_saver())

    @contextmanager
    def _lease(self, stop: Stop) -> Iterator[Desk]:
        """The desk stays open from question to question."""
        yield replace(self._desk, stop=stop)

    def _follow(self, talking: Conversing, events: Iterator[Event]) -> Event | None:
        """Draw what is told, to its end. The query that waits for approval, if one does."""
        written: Event = {}
        waiting: Event | None = None
        with ProgressLine() as progress, stopped_by_ctrl_c(talking.stop):
            for event in events:
                self._draw(event, progress)
                if event["type"] == "query_preview":
                    written = event
                elif event["type"] == "confirm_required":
                    waiting = written | event
        return waiting

    def _draw(self, event: Event, progress: ProgressLine) -> None:
        if event["type"] == "status" and event["status"] != "cancelled":
            progress(event["message"], event.get("share"))
        elif event["type"] in ("result", "error", "status"):
            progress.pause()
            self._end(event)

    def _end(self, event: Event) -> None:
        if event["type"] == "result":
            self._answer(event)
        elif event["type"] == "error":
            self._asked_back = event["request_id"]
            self._fail(event["error"]["code"], event["error"]["user_message"], event.get("clarification"))
        else:
            self._fail("query_stopped", event["message"])

    def _answer(self, event: Event) -> None:
        data = event["data"]
        table = table_of(own_result(data["result_id"], self._asker.user))
        self.last_sql = event["sql"]
        told = {**event, "is_truncated": data["is_truncated"]}
        draw_answer(answer_from(self._question, told, table, self._receipt(event)), terminal())

    def _receipt(self, event: Event) -> KeptReceipt | None:
        if not (made := event["receipt"]):
            return None
        file = place_of(self._desk.workspace.root, event["request_id"])
        return KeptReceipt(made["receipt_id"], made["hash"], file)

    def _fail(self, code: str, line: str, asked: Event | None = None) -> None:
        self.exit_code = self.exit_code or exit_code_of(code)
        say_error(line)
        if asked and asked["readings"]:
            self._readings = tuple(Reading(one["text"], one["sql"]) for one in asked["readings"])
            draw_readings(Clarification(asked["question"], self._readings), terminal(stderr=True))


def _edited(sql: str) -> tuple[bool, str]:
    import click

    edited = click.edit(sql, extension=".sql")
    return edited is not None, (edited or "").strip()
