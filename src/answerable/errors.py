"""What `answerable.ask` may raise; the tree of errors is drawn in `answerable.kernel.errors`."""

from answerable.kernel.errors import *  # noqa: F403
from answerable.kernel.errors import __all__ as __all__
