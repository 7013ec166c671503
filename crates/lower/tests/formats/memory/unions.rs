//! Unions whose cases are selected by several tags, or by all that no other case has.

use crate::support::{Codec, digits_of, hex};
use polywire_test_models::make::{of_c, of_idl};

const HEADER: &[u8] = b"
enum kind { NONE = 3, NUMBER, OTHER_NUMBER, TEXT };
union value {
    int number;     /* polywire: case(NUMBER, OTHER_NUMBER) */
    char text[3];   /* polywire: case(TEXT) */
};
struct closed {
    enum kind kind;
    union value value; /* polywire: tag(kind) */
};
struct any {
    signed char kind : 5;
    union {
        struct { short x; char y; } place; /* polywire: case(-2, 7) */
        unsigned char other;               /* polywire: case(default) */
    } value;                               /* polywire: tag(kind) */
};
";

fn codec(name: &str) -> Codec {
    Codec::new(&of_c(HEADER).expect("a header"), "memory", name)
}

#[test]
fn a_case_with_several_tags_keeps_the_tag() {
    let closed = codec("closed");
    for digits in ["03000000 00000000", "04000000 ffffffff", "05000000 2a000000", "06000000 61626300"] {
        assert_eq!(closed.again_hex(digits), Ok(digits.replace(' ', "")));
    }
    assert_eq!(closed.again_hex("07000000 00000000"), Err("unknown_case".to_owned()));
    let (four, five) = (closed.decode(&hex("0400000001000000")), closed.decode(&hex("0500000001000000")));
    assert_ne!(four, five);
}

#[test]
fn all_other_tags_select_the_default_case() {
    let any = codec("any");
    for digits in ["1e00 fbff 7900", "0700 0100 0000", "0000 2a00 0000", "1000 ff00 0000"] {
        assert_eq!(any.again_hex(digits), Ok(digits.replace(' ', "")), "{digits}");
    }
}

/// The labels of the schema are wider than 32 bits.
#[test]
fn tags_of_other_schemas_hold_all_labels() {
    let idl = "union U switch (unsigned long long) { case 0x100000001: case 2: octet a; case 1: octet b; };
        struct S { U it; };";
    let codec = Codec::new(&of_idl(idl.as_bytes()), "memory", "S");
    for digits in
        ["0100000001000000 0700000000000000", "0200000000000000 0700000000000000", "0100000000000000 0900000000000000"]
    {
        assert_eq!(codec.again_hex(digits), Ok(digits.replace(' ', "")), "{digits}");
    }
    let no_case = codec.decode(&hex("00000000000000000000000000000000")).expect("accepted");
    assert_eq!(codec.encode(&no_case).map(|bytes| digits_of(&bytes)), Ok("0".repeat(32)));
}
