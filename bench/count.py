#!/usr/bin/env python3
"""Counts the instructions of each operation: the difference of two runs under callgrind, for one message.

usage: count.py program

The program has the arguments of interleaved.hpp.
"""

import re
import subprocess
import sys


def instructions(program, name, rounds):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, name, str(rounds)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    names = subprocess.run([sys.argv[1], "names"], capture_output=True, text=True, check=True)
    for name in names.stdout.splitlines():
        few, many = (instructions(sys.argv[1], name, rounds) for rounds in (1000, 3000))
        print(f"{name:34} {(many - few) / 2000:7.1f} instructions")


if __name__ == "__main__":
    main()
