//! The reasons for parts of the IR that only one format uses so far.

/// Why an op that only one format uses is general: some other conceivable format would use it too.
pub const REASONS: &[(&str, &str)] = &[
    (
        "memo",
        "Parts that are written once and referred to again: shared vtables here, repeated type codes and string tables elsewhere.",
    ),
    (
        "each in order of a key",
        "Vectors that readers search by halving; canonical maps and sets (deterministic CBOR, DER) need it as well.",
    ),
    ("retain", "Any keyed format can keep the members that it does not know; so far one lowering does."),
    (
        "read align",
        "Formats that pad to an origin known at run time; others of these formats fix their offsets when lowering.",
    ),
    (
        "byte order known at run time",
        "Encapsulations that name their byte order in a header: CDR here, DBus and TIFF elsewhere.",
    ),
    (
        "run-time schema",
        "A writer's schema that comes with the data: Avro here; CORBA's TypeCodes, self-describing columnar files elsewhere.",
    ),
    ("write zeros", "Padding of a length known at run time only; fixed padding is constant bytes."),
    ("slice", "A group of a fixed layout handed on as a section of its own."),
    ("measured by a varint", "Length prefixes of varying width; those of fixed width serve others."),
    ("varint_size", "What a size pass adds up; so far engines compute it inside `measured`."),
    ("utf8_valid", "Well-formedness as a condition instead of an error, for formats that take either text or bytes."),
    ("read json_space", TOKEN),
    ("read json_string", TOKEN),
    ("read json_int", TOKEN),
    ("read json_uint", TOKEN),
    ("read json_float64", TOKEN),
    ("read json_float32", TOKEN),
    ("read json_bool", TOKEN),
    ("read json_skip_number", TOKEN),
    ("read json_base64", TOKEN),
    ("write json_string", TOKEN),
    ("write json_float64", TOKEN),
    ("write json_float32", TOKEN),
    ("write json_base64", TOKEN),
    ("write c_string", "A token of a text format: escapes as in C, which many formats and logs have."),
    ("write general_float64", NOTATION),
    ("write general_float32", NOTATION),
    ("decimal_float64", ROUNDING),
    ("decimal_float32", ROUNDING),
];

const TOKEN: &str = "A token of a text format: a leaf, not an op. Every mapping and framing of JSON shares it.";
const NOTATION: &str = "Floats as C's `printf` writes them: the form of many text formats.";
const ROUNDING: &str = "Correct rounding of a decimal, whatever signs, suffixes and words stand around it in a format; JSON's own leaves are for speed.";
