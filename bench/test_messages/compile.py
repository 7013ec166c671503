#!/usr/bin/env python3
"""compile.py FOLDER ROUNDS NAME "COMPILER FLAGS" "SOURCES" [NAME ...]: measures compilation of all sources in turn in each round.

Prints for each name the median processor time, and the total bytes of code and data in the objects."""

import os
import resource
import shlex
import statistics
import subprocess
import sys


def main():
    folder, rounds, *sides = sys.argv[1:]
    sides = [(name, shlex.split(compiler), shlex.split(sources)) for name, compiler, sources in in_threes(sides)]
    times = {name: [] for name, _, _ in sides}
    objects = {name: [os.path.join(folder, f"{name}-{index}.o") for index in range(len(sources))] for name, _, sources in sides}
    for _ in range(int(rounds)):
        for name, compiler, sources in sides:
            times[name].append(sum(sum(compiled(compiler, *pair)) for pair in zip(sources, objects[name])))
    for name, _, _ in sides:
        size = sum(size_of(path) for path in objects[name])
        print(f"{name:<12} compiles in {statistics.median(times[name]):.2f} s to {size} bytes")


def in_threes(values):
    return zip(*[iter(values)] * 3)


def compiled(compiler, source, target):
    """Seconds of user time and of system time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*compiler, "-c", source, "-o", target], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime


def size_of(path):
    """The sizes of `text`, which includes constants and exception tables, and `data`."""
    figures = subprocess.run(["size", path], check=True, capture_output=True, text=True).stdout.splitlines()[1].split()
    return int(figures[0]) + int(figures[1])


if __name__ == "__main__":
    main()
