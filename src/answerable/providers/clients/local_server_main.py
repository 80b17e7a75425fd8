"""The process that runs one model on this machine: `python -m answerable.providers.clients.local_server_main`.

It reads one line of JSON, loads the model, prints its address as one line of JSON, and ends with its standard input:
whoever started it is gone then, however that ended.
"""

from __future__ import annotations

import json
import sys
from typing import Any

_MEMORY_MB = 1_024
"""For what it has read of other schemas, besides the one at hand."""


def main() -> None:
    given = json.loads(sys.stdin.readline())
    try:
        server = _serve(given)
    except RuntimeError as error:  # no model, or no memory for it: the library says no more
        sys.exit(str(error))
    print(json.dumps({"address": server.listening_address}), flush=True)
    sys.stdin.read()


def _serve(given: dict[str, Any]) -> Any:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = given["path"]
    params.n_ctx = given["context"]
    params.n_parallel = 1  # further slots would each need the schema's prefix in a cache of their own
    params.cache_prompt = True
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = given["threads"]
    params.api_keys = [given["key"]]
    params.port = 0
    params.ui = params.warmup = False
    params.endpoint_slots = "states" in given
    params.slot_save_path = given.get("states", "")
    params.cache_ram_mib = _MEMORY_MB
    params.verbosity = 0
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
