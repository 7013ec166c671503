"""measure.py POLYWIRE FOLDER STREAM [ROUNDS]: converts a stream of accounts between Protocol Buffers and lines of JSON.

Measures `polywire convert` with one thread and with two, and generated C++. The first round writes files for comparison, and
JSON must convert back to the stream; later rounds write to /dev/null. Prints for the fastest round the megabytes of input per
second of wall-clock time and of processor time, and the peak memory."""

import filecmp
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from process import run

SCHEMA = os.path.join(HERE, "../../examples/trade/trade.proto")
DIRECTIONS = [("protobuf", "protobuf"), ("protobuf", "json"), ("json", "protobuf")]
PROGRAMS = ["polywire", "polywire --jobs 2", "generated C++"]
LABELS = {"protobuf": "Protobuf", "json": "JSON lines"}


def main():
    polywire, folder, stream = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    files = {"protobuf": stream, "json": os.path.splitext(stream)[0] + ".jsonl"}
    commands = {
        (program, *direction): command(program, polywire, folder, *direction)
        for direction in DIRECTIONS
        for program in PROGRAMS
    }
    check(commands, files, os.path.join(folder, "written"))
    best = {}
    for _ in range(rounds):
        for key, arguments in commands.items():
            figures = run(arguments, files[key[1]], "/dev/null")
            best[key] = [min(pair) for pair in zip(best.get(key, figures), figures)]
    report(best, files)


def command(program, polywire, folder, source, target):
    if program == "generated C++":
        return [os.path.join(folder, "generated"), source, target]
    names = ["--schema", SCHEMA, "--type", "trade.Account", "--framing", "delimited", "--from", source, "--to", target]
    return [polywire, "convert", *names, *program.split()[1:], "-"]


def check(commands, files, written):
    """Checks that all write the same bytes, and that JSON converts back to the stream."""
    for (program, source, target), arguments in commands.items():
        is_first = not os.path.exists(files[target])
        run(arguments, files[source], files[target] if is_first else written)
        if not is_first and not filecmp.cmp(files[target], written, shallow=False):
            sys.exit(f"{program} wrote other bytes of {target} from {source}")
    os.remove(written)


def report(best, files):
    sizes = {kind: os.path.getsize(path) / 1e6 for kind, path in files.items()}
    print(f"{sizes['protobuf']:,.0f} MB of Protocol Buffers, {sizes['json']:,.0f} MB of JSON lines\n")
    print("| conversion | by | MB of input per second | per second of processor time | peak memory, MiB |")
    print("|---|---|---|---|---|")
    for (program, source, target), (wall, cpu, memory) in best.items():
        size = sizes[source]
        print(f"| {LABELS[source]} → {LABELS[target]} | {program} | {size / wall:.0f} | {size / cpu:.0f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
