"""Which files may be opened: none of Answerable's own, and none outside `sources_root` where that is set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from answerable.kernel.errors import BadSetting, Refused
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.settings import Settings
from answerable.sources.access.server_state import ServerState, is_below

__all__ = ["FileAccess"]


@dataclass(frozen=True, slots=True)
class FileAccess:
    state: ServerState
    root: Path | None
    """Where files must lie; None where they may lie anywhere."""

    @classmethod
    def of(cls, settings: Settings, folder: Path) -> FileAccess:
        root = (folder / Path(settings.sources_root).expanduser()) if settings.sources_root else None
        if root is not None and not root.is_dir():
            raise BadSetting(msg("sources.sources_root_missing", folder=root), hint=msg("sources.make_or_correct"))
        return cls(ServerState.of(settings, folder), root)

    def demand(self, path: Path, name: str) -> None:
        """Raises Refused, in the same words whether there is such a file or not. `name` is what the person wrote."""
        self.state.refuse(path, name)
        if self.root is not None and not is_below(path, self.root) and not self.state.is_peoples(path):
            raise Refused(
                msg("sources.outside_sources_root", name=name), hint=msg("sources.name_file_below_sources_root")
            )

    def demand_all(self, paths: Iterable[str], given: Sequence[Path], name: str) -> None:
        """Of what belongs to one source: listed files, logs beside a database. Some of them need not be there. No link
        among the files that were `given` leads to an upload: those are given themselves, by who may."""
        is_theirs = all(map(self.state.is_peoples, given))
        for path in map(Path, paths):
            self.demand(path, name)
            if not is_theirs and self.state.is_peoples(path):
                raise Refused(msg("sources.is_an_upload", name=name), hint=msg("sources.name_the_upload"))
