"""Runs programs and measures what they take."""

import os
import subprocess
import sys
import time


def run(arguments, source, target):
    """Runs a program from one file to another. Returns seconds, seconds of processor time, and the peak memory in MiB."""
    with open(source, "rb") as reader, open(target, "wb") as writer:
        started = time.monotonic()
        process = subprocess.Popen(arguments, stdin=reader, stdout=writer)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(arguments)}")
    return time.monotonic() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
