#!/usr/bin/env python3
"""compare.py POLYWIRE FOLDER [ROUNDS]: converts a document between JSON and Protocol Buffers with `polywire convert`, with programs
compiled for its schema (generated C++; serde_json and prost), and with Python's protobuf if it is installed.

Each round runs each of them once. Prints the median of the processor time (user and system), the wall-clock time, and the peak
memory."""

import os
import resource
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.path.join(HERE, "catalog.proto")
DIRECTIONS = [("json", "protobuf"), ("protobuf", "json")]


def main():
    polywire, folder = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 11
    commands = programs(polywire, folder)
    times = {key: [] for key in commands}
    for _ in range(rounds):
        for key, command in commands.items():
            times[key].append(run(command))
    check(folder, commands)
    report(folder, times)


def programs(polywire, folder):
    commands = {}
    has_python = python_has_protobuf(folder)
    for source, target in DIRECTIONS:
        document = path(folder, "catalog", source)
        names = ["--schema", SCHEMA, "--type", "catalog.Catalog", "--from", source, "--to", target]

        def add(name, *command):
            commands[name, source, target] = [*command, path(folder, name, target)]

        add("polywire", polywire, "convert", *names, document, "-o")
        add("generated", os.path.join(folder, "generated"), "to-" + target, document)
        add("serde_prost", os.path.join(folder, "release", "serde_prost"), "to-" + target, document)
        if has_python:
            add("python", sys.executable, os.path.join(HERE, "python_peer.py"), folder, "to-" + target, document)
    return commands


def path(folder, name, kind):
    return os.path.join(folder, f"{name}.{kind}")


def python_has_protobuf(folder):
    made = subprocess.run(["protoc", f"-I{HERE}", f"--python_out={folder}", SCHEMA], capture_output=True)
    can_import = [sys.executable, "-c", "import catalog_pb2"]
    return made.returncode == 0 and subprocess.run(can_import, cwd=folder, capture_output=True).returncode == 0


def run(command):
    started = time.monotonic()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss / 1024


def check(folder, commands):
    """Checks that all wrote the same message."""
    for name, _, target in commands:
        if name != "python" and read(folder, name, target) != read(folder, "polywire", target):
            sys.exit(f"{name} wrote other bytes of {target}")


def read(folder, name, target):
    with open(path(folder, name, target), "rb") as file:
        return file.read()


def report(folder, times):
    print(f"{'direction':<18} {'program':<12} {'CPU s':>7} {'wall s':>7} {'peak MB':>8} {'MB/s JSON':>10} {'CPU : polywire':>15}")
    size = os.path.getsize(path(folder, "catalog", "json")) / 1e6
    for (name, source, target), measured in times.items():
        cpu, wall, memory = (statistics.median(column) for column in zip(*measured))
        ours = statistics.median(figures[0] for figures in times["polywire", source, target])
        direction = f"{source} to {target}"
        print(f"{direction:<18} {name:<12} {cpu:7.3f} {wall:7.3f} {memory:8.0f} {size / cpu:10.0f} {cpu / ours:15.2f}")


if __name__ == "__main__":
    main()
