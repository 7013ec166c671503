"""Random writer's schemas for the record `Reader`, and their form as values of Polywire's type."""


class Writer:
    """Makes a random schema that resolves to `Reader`, and a value of it."""

    def __init__(self, choice):
        self.choice = choice
        self.inner = None

    def fields(self):
        members = {
            "wide": self.number(["int", "long"]),
            "real": self.number(["int", "long", "float", "double"]),
            "name": self.text(["string", "bytes"]),
            "blob": self.text(["string", "bytes"]),
            "suit": self.suit(),
            "preset": self.number(["int"]),
            "maybe": self.maybe(),
            "must": self.number(["int"]),
            "extra": self.extra(),
            "another": self.extra(),
        }
        names = [name for name in members if name == "must" or self.choice.random() < 0.7]
        # The record `Inner` is declared at its first use.
        names += [name for name in ["pick", "list"] if self.choice.random() < 0.7]
        self.choice.shuffle(names)
        fields, data = [], {}
        for name in names:
            shapes = {"pick": self.pick, "list": self.inners}
            schema, data[name] = shapes[name]() if name in shapes else members[name]
            fields.append({"name": name, "type": schema})
        return fields, data

    def number(self, types):
        schema = self.choice.choice(types)
        if schema in ("float", "double"):
            return schema, self.choice.randrange(-(2**20), 2**20) / 8
        bits = 31 if schema == "int" else 63
        return schema, self.choice.randrange(-(2**bits), 2**bits) >> self.choice.randrange(bits)

    def text(self, types):
        schema = self.choice.choice(types)
        text = "".join(self.choice.choices("abcé ", k=self.choice.randrange(8)))
        return schema, text.encode() if schema == "bytes" else text

    def suit(self):
        symbols = ["CLUBS", "HEARTS", "SPADES"]
        symbol = self.choice.choice(symbols)
        symbols = symbols[: self.choice.randrange(4)] + ["DIAMONDS"] + symbols
        symbols = list(dict.fromkeys(symbols))
        self.choice.shuffle(symbols)
        return {"type": "enum", "name": "Suit", "symbols": symbols}, symbol

    def maybe(self):
        schema = self.choice.choice(["string", ["null", "string"], ["string", "null"], ["string"]])
        absent = "null" in schema and self.choice.random() < 0.5
        return schema, None if absent else self.text(["string"])[1]

    def pick(self):
        branches = self.choice.sample(["null", "long", "string", "Inner"], self.choice.randrange(1, 5))
        branch = self.choice.choice(branches)
        schema = [self.inner_schema() if it == "Inner" else it for it in branches]
        value = {"null": lambda: None, "long": lambda: self.number(["long"])[1], "string": lambda: "text"}
        it = self.inner_value() if branch == "Inner" else value[branch]()
        return schema, it

    def inners(self):
        schema = {"type": "array", "items": self.inner_schema()}
        return schema, [self.inner_value() for _ in range(self.choice.randrange(4))]

    def inner_schema(self):
        if self.inner is not None:
            return "Inner"
        self.inner = self.choice.choice(["int", "float"])
        fields = [{"name": "x", "type": self.inner}, {"name": "y", "type": {"type": "map", "values": "long"}}]
        return {"type": "record", "name": "Inner", "fields": fields}

    def inner_value(self):
        return {"x": self.choice.randrange(-1000, 1000), "y": {"a": 1, "b": -2}}

    def extra(self):
        return self.choice.choice(
            [
                ("boolean", True),
                ({"type": "map", "values": {"type": "array", "items": "double"}}, {"a": [1.5], "": []}),
                (["null", {"type": "fixed", "name": f"F{self.choice.random()}".replace(".", ""), "size": 3}], b"abc"),
                ({"type": "array", "items": ["null", "string"]}, ["a", None]),
            ]
        )


KINDS = [
    *["null", "boolean", "int", "long", "float", "double", "bytes", "string", "record", "enum", "fixed", "array", "map"],
    "union",
]


def described(schema):
    """Returns the schema as a value of Polywire's `avro.Schema`."""
    nodes, records = [], {}

    def add(it):
        if isinstance(it, str) and it in records:
            return records[it]
        kind = "union" if isinstance(it, list) else it if isinstance(it, str) else it["type"]
        node = {"kind": KINDS.index(kind)}
        nodes.append(node)
        index = len(nodes) - 1
        if kind in ("record", "enum", "fixed"):
            node["name"] = it["name"]
            records[it["name"]] = index
        if kind == "record":
            node["fields"] = [{"name": field["name"], "node": add(field["type"])} for field in it["fields"]]
        if kind == "enum":
            node["symbols"] = it["symbols"]
        if kind == "fixed":
            node["size"] = it["size"]
        if kind in ("array", "map"):
            node["items"] = add(it["items" if kind == "array" else "values"])
        if kind == "union":
            node["branches"] = [add(branch) for branch in it]
        return index

    return {"root": add(schema), "nodes": nodes}
