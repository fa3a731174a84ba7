"""Waiting for what another process does."""

import os
import time

PATIENCE = int(os.environ.get("WHET_PATIENCE", "60"))  # Seconds; more where all is slower, as under a sanitizer.


class Silence(AssertionError):
    """Something that should have come did not."""


def wait_until(condition, seconds=PATIENCE):
    """Waits for a condition to hold; what it gave then."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise Silence(f"it was not so within {seconds} s")
        time.sleep(0.01)
    return found


def is_alive(process):
    """Whether there is a process of this number that has not ended."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(") ", 1)[1][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
