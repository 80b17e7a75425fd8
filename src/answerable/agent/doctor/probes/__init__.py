"""Every probe there is. A statement that is not in this tuple never reaches an engine without the guard's verdict."""

from answerable.agent.doctor.probes.base import NOWHERE, Probe
from answerable.agent.doctor.probes.duckdb import DUCKDB_PROBES
from answerable.agent.doctor.probes.mysql import MYSQL_PROBES
from answerable.agent.doctor.probes.postgres import POSTGRES_PROBES
from answerable.agent.doctor.probes.sqlite import SQLITE_PROBES

__all__ = ["NOWHERE", "PROBES", "Probe", "probes_for"]

PROBES: tuple[Probe, ...] = (*POSTGRES_PROBES, *MYSQL_PROBES, *SQLITE_PROBES, *DUCKDB_PROBES)


def probes_for(dialect: str) -> tuple[Probe, ...]:
    return tuple(probe for probe in PROBES if probe.dialect == dialect)
