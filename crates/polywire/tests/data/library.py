"""Answers the methods of library.proto with the request that arrived, as grpc-gateway's judge does."""

import json
import os
import sys

request = sys.stdin.read().strip()
book = json.dumps({"title": request})
method = os.environ["POLYWIRE_METHOD"]
name = json.loads(request).get("name", "")
if method == "ListBooks":
    is_empty = json.loads(request).get("shelf") == "shelves/empty"
    print("{}" if is_empty else '{"books": [%s]}' % book)
elif method == "Watch":
    print(book, '{"pages": 5}', sep="\n", flush=True)
elif name.endswith("/none"):
    details = [{"@type": "library.Book", "title": "why"}]
    with open(os.environ["POLYWIRE_END"], "w") as end:
        json.dump({"status": "NOT_FOUND", "message": 'no "book" é', "details": details}, end)
else:
    print(book)
