//! The reasons for parts of the IR that only one format uses so far.

/// Why an op that only one format uses is general: some other conceivable format would use it too.
pub const REASONS: &[(&str, &str)] = &[
    (
        "each in order of a key",
        "Vectors that readers search with a binary search; canonical maps and sets (deterministic CBOR, DER) need it, too.",
    ),
    ("retain", "Any keyed format can keep unknown members; so far, only one lowering does."),
    (
        "run-time schema",
        "A writer's schema that comes with the data: Avro here, also CORBA's TypeCodes and self-describing columnar files.",
    ),
    ("varint_size", "Sizes of values, which are derived from encoders."),
    (
        "read short_varint",
        "a number of 32 bits in more bytes is refused at no cost for those of one byte; any format with varints of a stated width can use it",
    ),
    ("read json_int", TOKEN),
    ("read json_uint", TOKEN),
    ("read json_float64", TOKEN),
    ("read json_float32", TOKEN),
    ("write c_string", "A token of a text format: escapes as in C, which many formats and logs have."),
    ("write general_float64", NOTATION),
    ("write general_float32", NOTATION),
];

const TOKEN: &str = "A token of a text format: a leaf, not an op. Every mapping and framing of JSON shares it.";
const NOTATION: &str = "Floats as written by C's `printf`, a form that many text formats use.";
