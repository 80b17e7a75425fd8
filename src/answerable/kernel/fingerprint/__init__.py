"""One hash for one table of values: where results arrive, where they are masked, in receipts."""

from answerable.kernel.fingerprint.tables import Fingerprint, fingerprint_of

__all__ = ["Fingerprint", "fingerprint_of"]
