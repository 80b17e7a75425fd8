"""What every test may ask for."""

import signal

pytest_plugins = ["tests.sources.servers"]


def pytest_configure() -> None:
    """Tests press Ctrl-C, which does nothing in processes of a shell's background: they inherit that it be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
