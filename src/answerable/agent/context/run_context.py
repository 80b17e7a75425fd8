"""Everything at hand while questions are answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from answerable.agent.context.cancellation import Stop
from answerable.agent.context.policies import demand_matched_names
from answerable.agent.context.schema_views import Schemas
from answerable.agent.context.semantic_model_cache import SemanticModelCache
from answerable.agent.execution.second_opinion import samples_for
from answerable.agent.proof.redacted_trail import redactor_for
from answerable.agent.proof.run_record import RunRecord
from answerable.kernel.knowledge import NOTHING_KNOWN, Known
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.workspace import Workspace

if TYPE_CHECKING:
    from answerable.agent.approval_rules import Approve
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.agent.context.policies import OtherSchemas
    from answerable.agent.context.schema_views import View
    from answerable.agent.execution.second_opinion import RestrictedSamples
    from answerable.audit import AuditTrail
    from answerable.guard import Policy
    from answerable.kernel.schema import DatabaseSchema
    from answerable.kernel.settings import Settings
    from answerable.language import Translator
    from answerable.sensitive.redact import Redactor
    from answerable.sources import Progress, Source

__all__ = ["RunContext"]


@dataclass(frozen=True, slots=True)
class RunContext:
    sources: tuple[Source, ...]
    translator: Translator
    trail: AuditTrail
    settings: Settings
    policy: Policy | None = None
    approve: Approve | None = None
    """Who is asked in this very process; with a saver the run stops and waits instead."""
    progress: Progress | None = None
    today: date = field(default_factory=date.today)
    known: Known = NOTHING_KNOWN
    """What the organisation knows of the data; what the policy hides of it is neither used nor told."""
    stop: Stop = field(default_factory=Stop)
    schemas: Schemas = field(default_factory=Schemas)
    """May be shared between run contexts: what was worked out for a schema is worked out once."""
    other_schemas: OtherSchemas | None = None
    """Of other sources that the policy is written for too."""
    seat: ModelSeat | None = None
    """The language model beside the embedded engine, where there is one."""
    demands_names: bool = True
    """Whether every name in the policy must be one of a source's."""

    @property
    def workspace(self) -> Workspace:
        """The one whose trail this is."""
        return Workspace.around(self.trail.path)

    @property
    def redact(self) -> Redactor:
        """For what is written down of a question: secrets go, and content the policy blocks."""
        return redactor_for(self.policy)

    def new_record(self) -> RunRecord:
        """For the record of one run."""
        return RunRecord(self.trail, self.redact)

    def samples(self, source: Source) -> RestrictedSamples | None:
        """Of columns that the policy restricts; results are compared with them."""
        if self.policy is None or not self.policy.restricts_columns:
            return None
        return samples_for(source, source.schema(progress=self.progress), self.policy)

    def demand_policy_names(self, read: Mapping[str, DatabaseSchema] = MappingProxyType({})) -> None:
        """Raises BadSetting where the policy names what no source has, also where it has vanished since. `read` are
        schemas that were read just now, by the source's name."""
        if self.policy is not None and self.demands_names:
            schemas = [read.get(one.name) or one.schema(progress=self.progress) for one in self.sources]
            demand_matched_names(self.policy, schemas, self.other_schemas)

    def view(self, source: Source, *, refresh: bool = False, progress: Progress | None = None) -> View:
        """What may be seen of a source here."""
        schema = source.schema(refresh=refresh, progress=progress or self.progress)
        self.demand_policy_names({source.name: schema})
        kept_model = SemanticModelCache.of(self.workspace).model
        return self.schemas.view(schema, self.policy, self.known, kept_model)
