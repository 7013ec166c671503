"""MessagePack: msgpack for Python."""


class Python:
    def __init__(self, model, type_name):
        import msgpack

        self.msgpack = msgpack

    def read(self, data):
        return self.msgpack.unpackb(data, raw=False)

    def write(self, value):
        return self.msgpack.packb(value)
