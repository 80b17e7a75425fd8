"""The language model that may be asked in a run, with what it may see and take."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings
    from answerable.kernel.workspace import Workspace
    from answerable.providers import ChatModel
    from answerable.providers.model_settings import ModelSettings

__all__ = ["ModelSeat", "open_seat"]

_REPLAY = "replay:"


@dataclass(frozen=True, slots=True)
class ModelSeat:
    """Threads may share it: calls to a model do not wait for each other."""

    model: ChatModel
    settings: ModelSettings


def open_seat(
    settings: Settings,
    workspace: Workspace | None,
    folder: Path | None = None,
    project: str = "default",
    *,
    models: ModelSettings | None = None,
    environ: Mapping[str, str] | None = None,
) -> ModelSeat | None:
    """None where the embedded engine reads alone. Nothing is reached yet. Without `models` the folder's settings hold.
    Raises BadSetting."""
    if settings.engine == "embedded":
        return None
    from answerable.providers.model_settings import load_model_settings  # most runs have no model

    models = models or load_model_settings(folder)
    model = _replayed(settings.engine) or _opened(settings.engine, models, workspace, project, environ)
    if settings.dump_prompts:
        from answerable.hybrid.recording.recording_model import RecordingModel

        model = RecordingModel(model, Path(settings.dump_prompts))
    return ModelSeat(model, models)


def _replayed(engine: str) -> ChatModel | None:
    if not engine.startswith(_REPLAY):
        return None
    from answerable.hybrid.recording.replay_model import open_replay

    return open_replay(Path(engine.removeprefix(_REPLAY)))


def _opened(
    engine: str, models: ModelSettings, workspace: Workspace | None, project: str, environ: Mapping[str, str] | None
) -> ChatModel:
    from answerable.providers.open_model import open_model

    return open_model(engine, models, workspace=workspace, project=project, environ=environ)
