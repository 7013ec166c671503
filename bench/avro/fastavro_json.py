"""fastavro_json.py to_json | to_avro CODEC SCHEMA: converts between an Avro file and lines of JSON with fastavro, from the
standard input to the standard output, as its own command does."""

import json
import sys

import fastavro


def main():
    if sys.argv[1:] == ["to_json"]:
        for record in fastavro.reader(sys.stdin.buffer):
            sys.stdout.write(json.dumps(record) + "\n")
    else:
        codec, path = sys.argv[2:]
        schema = fastavro.schema.load_schema(path)
        fastavro.writer(sys.stdout.buffer, schema, map(json.loads, sys.stdin), codec=codec)


if __name__ == "__main__":
    main()
