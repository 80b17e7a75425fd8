"""One set of claims that every engine must keep. An engine is a file here that describes it; see `under_test`."""
