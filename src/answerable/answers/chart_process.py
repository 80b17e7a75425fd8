"""Draws one chart: a request as JSON on standard input, the picture on standard output.

Run as a file by `draw`, never imported: nothing of Answerable is loaded here.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def main() -> None:
    _limit_processor_time(int(sys.argv[1]))
    request = json.loads(sys.stdin.buffer.read())
    try:
        picture = _draw(request)
    except ValueError as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(picture)


def _limit_processor_time(seconds: int) -> None:
    """Should whoever waits for this die first, the work ends all the same."""
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds * 2, seconds * 2))


def _draw(request: dict[str, Any]) -> bytes:
    import vl_convert

    common = {"vl_spec": request["spec"], "vl_version": "5.21", "allowed_base_urls": []}
    if request["format"] == "svg":
        return str(vl_convert.vegalite_to_svg(**common)).encode("utf-8")
    return bytes(vl_convert.vegalite_to_png(**common, scale=request["scale"]))


if __name__ == "__main__":
    main()
