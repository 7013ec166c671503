"""Values of the model `flatbuffers_wrapped`: flatc has a table for each value that FlatBuffers cannot hold by itself."""

from .values import from_base64, to_base64


class Table:
    """A value in a table of its own, with what it is without one."""

    def __init__(self, inner):
        self.inner = inner

    def plain(self, value):
        return self.inner.plain(value.get("value", self.inner.EMPTY))

    def original(self, value):
        return {"value": self.inner.original(value)}


class Same:
    EMPTY = 0

    def plain(self, value):
        return value

    original = plain


class Bytes:
    EMPTY = []

    def plain(self, value):
        return to_base64(value)

    def original(self, value):
        return list(from_base64(value))


class List:
    EMPTY = []

    def __init__(self, element):
        self.element = element

    def plain(self, value):
        return [self.element.plain(it) for it in value]

    def original(self, value):
        return [self.element.original(it) for it in value]


class Map:
    EMPTY = []

    def __init__(self, value):
        self.value = value

    def plain(self, entries):
        return {it.get("key", ""): self.value.plain(it.get("value", [])) for it in entries}

    def original(self, values):
        return [{"key": key, "value": self.value.original(it)} for key, it in values.items()]


class Nothing:
    def plain(self, value):
        return True

    def original(self, value):
        return {}


CASES = {
    "number": Table(Same()),
    "flag": Table(Same()),
    "blob": Table(Bytes()),
    "many": Table(List(Same())),
    "part": Same(),
    "text": Same(),
    "nothing": Nothing(),
}


class Choice:
    """A union: flatc writes its case and its value as two members of its table."""

    def __init__(self, name):
        self.name = name

    def plain(self, table):
        case = table.get(f"{self.name}_type", "NONE")
        return {} if case == "NONE" else {case: CASES[case].plain(table[self.name])}

    def original(self, members):
        found = [name for name in CASES if name in members]
        return {f"{self.name}_type": found[0], self.name: CASES[found[0]].original(members[found[0]])} if found else {}


MEMBERS = {
    "blobs": List(Table(Bytes())),
    "hashes": List(Table(Bytes())),
    "matrix": List(Table(List(Same()))),
    "names": List(Table(List(Same()))),
    "parts": List(Table(List(Same()))),
    "pairs": List(Table(List(Same()))),
    "ranks": Map(List(Table(Bytes()))),
    "choices": List(Choice("value")),
}


def plain(value):
    members = {name: kind.plain(value.get(name, kind.EMPTY)) for name, kind in MEMBERS.items()}
    maybe = value.get("maybe")
    if maybe is not None:
        inner = Choice("value").plain(maybe.get("maybe", {}))
        members["maybe"] = {"maybe": inner} if inner else {}
    return members | Choice("choice").plain(value)


def original(value):
    members = {name: kind.original(value[name]) for name, kind in MEMBERS.items() if name in value}
    if "maybe" in value:
        inner = Choice("value").original(value["maybe"].get("maybe", {}))
        members["maybe"] = {"maybe": inner} if inner else {}
    return members | Choice("choice").original(value)
