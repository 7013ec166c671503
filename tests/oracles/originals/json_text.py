"""JSON: Python's own module."""

import json


class Python:
    def __init__(self, model, type_name):
        pass

    def read(self, data):
        return json.loads(data)

    def write(self, value):
        return json.dumps(value, ensure_ascii=False).encode()
