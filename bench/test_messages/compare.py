#!/usr/bin/env python3
"""compare.py FOLDER [ROUNDS [median|min]]: compares generated C++ with libprotobuf on a message with a value in every field.

First each side reads the other's output. Then each round runs both programs once. Prints the median of each figure in nanoseconds,
or the minimum, which other programs disturb least, and the ratio of libprotobuf's best time to that of generated C++."""

import os
import statistics
import subprocess
import sys

SIDES = ["generated", "libprotobuf"]


def main():
    folder = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 21
    statistic = min if sys.argv[3:] == ["min"] else statistics.median
    programs = {side: os.path.join(folder, side) for side in SIDES}
    message, again = (os.path.join(folder, name) for name in ["message.protobuf", "again.protobuf"])
    run(programs["libprotobuf"], "fill", message)
    run(programs["generated"], "check", message, again)
    run(programs["libprotobuf"], "check", message, again)
    figures = {side: {} for side in SIDES}
    for _ in range(rounds):
        for side in SIDES:
            for line in run(programs[side], "measure", message).splitlines():
                name, number = line.rsplit(" ", 1)
                figures[side].setdefault(name, []).append(float(number))
    medians = {side: {name: statistic(found) for name, found in figures[side].items()} for side in SIDES}
    report(os.path.getsize(message), medians)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{done.stderr}")
    return done.stdout


def report(size, medians):
    print(f"{size} bytes")
    print(f"{'':<28} {'generated':>12} {'libprotobuf':>12}")
    names = dict.fromkeys(name for side in SIDES for name in medians[side])
    for name in sorted(names):
        print(f"{name:<28} " + " ".join(f"{shown(medians[side].get(name)):>12}" for side in SIDES))
    for operation in ["encode", "decode"]:
        modes = [f"{operation} reused", f"{operation} arena"]
        best = min(modes, key=lambda mode: medians["libprotobuf"][mode])
        ratio = medians["libprotobuf"][best] / medians["generated"][f"{operation} reused"]
        print(f"{operation}: {ratio:.2f} times as fast as libprotobuf ({best})")


def shown(number):
    return "" if number is None else f"{number:.0f}"


if __name__ == "__main__":
    main()
