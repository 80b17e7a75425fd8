"""What is to be opened, found out but not yet opened."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass
from answerable.sources.worker.worker_process import GRACE_SECONDS, EngineSpec

__all__ = ["Target"]


@dataclass(frozen=True, slots=True)
class Target:
    name: str
    """For people; secrets masked."""
    engine: EngineSpec
    identity: str
    """Key of the schema cache: changes when the schema may have; holds no secret."""
    open_seconds: float
    files: tuple[str, ...] = ()
    """All that its data lies in, the folders of files among them; none where it lies on a server."""
    is_locking: bool = False
    """Others cannot write to it while it is open."""
    grace_seconds: float = GRACE_SECONDS
    """How long its engine may take to stop a query once asked; then its worker is killed."""
