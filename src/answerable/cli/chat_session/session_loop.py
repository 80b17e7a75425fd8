"""One conversation: lines in, answers out; everything is kept as the web page keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.agent import Preview
from answerable.cli.chat_session.chat_commands import run_command
from answerable.cli.chat_session.stop_on_interrupt import stopped_by_ctrl_c
from answerable.cli.draw_answer import draw_answer, draw_preview, terminal
from answerable.cli.print_failure import ask_back, exit_code_of, say_error
from answerable.cli.progress import ProgressLine
from answerable.conversations.chat_events import ChatEvent, ConfirmRequired, RequestFailed, ResultStored, StatusReported
from answerable.conversations.services.answer_request import RequestRunner, Work
from answerable.conversations.services.checkpoint_saver import process_saver
from answerable.conversations.services.event_fields import event_fields
from answerable.conversations.services.manage_sessions import continue_session, open_session
from answerable.conversations.services.offered_readings import offered_reading, pick_reading
from answerable.kernel.errors import AnswerableError
from answerable.words.languages import chosen_language, fixed_language

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.agent import RunContext
    from answerable.agent.context.cancellation import Stop
    from answerable.cli.chat_session.line_reader import LineSource
    from answerable.conversations.models import GeneratedQuery
    from answerable.kernel.clarification import Clarification, PickedReading, Reading
    from answerable.projects.models import Project, Source

__all__ = ["Asker", "ChatSession"]


class Asker:
    """Who asks, where it is kept, and who approves."""

    def __init__(self, user: User, project: Project, sources: list[Source], lines: LineSource, says_yes: bool) -> None:
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


class ChatSession:
    def __init__(self, context: RunContext, asker: Asker) -> None:
        self._context, self._asker = context, asker
        self.is_over = False
        self.exit_code = 0
        """Of the first question that got no answer."""
        self.begin_anew()

    @property
    def source_names(self) -> list[str]:
        return [source.name for source in self._context.sources]

    def begin_anew(self) -> None:
        who = self._asker
        self._session = open_session(
            who.user, who.project, who.sources, fixed_language(self._context.settings.language)
        )
        self._question = self.last_sql = ""
        self._readings: tuple[Reading, ...] = ()
        """Of what was asked back last; a number picks one."""
        self._asked_back = ""
        """The request that was."""
        self._waiting: GeneratedQuery | None = None

    def handle_line(self, line: str) -> None:
        text = line.strip()
        if text.startswith("/"):
            run_command(text, self)
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
            runner = self._runner()
            self._follow(runner, runner.ask(text, reading=reading))
            if self._waiting:
                self._confirm(self._waiting)
        except AnswerableError as error:
            self._fail(error.code, error.line(chosen_language(self._session.lang, text)))

    def _pick(self, question: str, index: int) -> PickedReading:
        offered = offered_reading(self._asked_back, self._asker.user)
        return pick_reading(offered, index, question, self._session)

    def _confirm(self, query: GeneratedQuery) -> None:
        estimate = None if query.estimate_rows is None else int(query.estimate_rows)
        shown = Preview(self._question, query.sql_query, query.explanation, estimate)
        approved, edited = self._asker.decision(shown)
        runner, says_yes = self._runner(), self._asker.says_yes
        self._follow(runner, runner.confirm(query, approved=approved, edited_sql=edited, is_beforehand=says_yes))

    def _runner(self) -> RequestRunner:
        return RequestRunner(self._session, self._open_context, process_saver())

    @contextmanager
    def _open_context(self, stop: Stop) -> Iterator[RunContext]:
        """The sources stay open from question to question."""
        yield replace(self._context, stop=stop)

    def _follow(self, runner: RequestRunner, work: Work) -> None:
        """Draws what happens until the run has ended; `_waiting` is then the query that waits for approval, if any."""
        self._waiting = None
        with ProgressLine() as progress, stopped_by_ctrl_c(runner.stop):
            work(lambda event: self._draw(event, progress))

    def _draw(self, event: ChatEvent, progress: ProgressLine) -> None:
        match event:
            case StatusReported(status, message, share) if status != "cancelled":
                progress(message, share)
            case ConfirmRequired(approval):
                self._waiting = approval.query
            case StatusReported() | ResultStored() | RequestFailed():
                progress.pause()
                self._end(event)

    def _end(self, event: StatusReported | ResultStored | RequestFailed) -> None:
        match event:
            case ResultStored(answer=answer):
                self.last_sql = answer.sql
                draw_answer(answer, terminal())
            case RequestFailed():
                self._asked_back = str(event.request.pk) if event.request else ""
                fields = event_fields(event)["error"]
                self._fail(fields["code"], fields["user_message"], event.clarification)
            case StatusReported(message=message):
                self._fail("query_stopped", message)

    def _fail(self, code: str, line: str, asked: Clarification | None = None) -> None:
        self.exit_code = self.exit_code or exit_code_of(code)
        if asked is None:
            say_error(line)
            return
        self._readings = asked.readings
        ask_back(line, asked)


def _edited(sql: str) -> tuple[bool, str]:
    import click

    edited = click.edit(sql, extension=".sql")
    return edited is not None, (edited or "").strip()
