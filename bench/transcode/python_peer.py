"""python_peer.py FOLDER to-protobuf|to-json INPUT OUTPUT: converts the document with Python's protobuf."""

import sys

sys.path.insert(0, sys.argv[1])
import catalog_pb2  # noqa: E402
from google.protobuf import json_format  # noqa: E402

direction, source, target = sys.argv[2:]
message = catalog_pb2.Catalog()
with open(source, "rb") as file:
    data = file.read()
if direction == "to-protobuf":
    written = json_format.Parse(data, message).SerializeToString()
else:
    message.ParseFromString(data)
    written = json_format.MessageToJson(message, indent=None).encode()
with open(target, "wb") as file:
    file.write(written)
