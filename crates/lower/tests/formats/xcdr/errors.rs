//! Messages that are refused.

use super::{check_read, codec, model};
use crate::support::hex;
use polywire_model::DeclKind;

#[test]
fn malformed_messages_are_refused() {
    for (name, (format, ty), message, error) in [
        ("no header", ("xcdr2", "Point"), "0007", "truncated"),
        ("version", ("xcdr2", "Point"), "00010000 01000000 0000000000000000", "mismatch"),
        ("version", ("xcdr1", "Point"), "00070000 01000000 0000000000000000", "mismatch"),
        ("extensibility", ("xcdr2", "Point"), "00090000 01000000 0000000000000000", "mismatch"),
        ("representation", ("xcdr2", "Point"), "ff070000 01000000 0000000000000000", "mismatch"),
        ("end", ("xcdr2", "Point"), "00070000 01000000 00000000000000", "truncated"),
        ("rest", ("xcdr2", "Point"), "00070000 01000000 0000000000000000 00000000", "trailing_bytes"),
        ("size", ("xcdr2", "Item"), "00090000 05000000 02000000", "truncated"),
        ("member beyond the size", ("xcdr2", "Item"), "00090000 05000000 02000000 6100", "truncated"),
        ("flag", ("xcdr2", "Item"), "00090000 12000000 02000000 6100 0000 0500000000000000 02 07", "out_of_range"),
        ("must be understood", ("xcdr2", "Detail"), "000b0000 08000000 090000a0 00000000", "unknown_member"),
        ("must be understood", ("xcdr1", "Detail"), "00030000 0940 0000 027f 0000", "unknown_member"),
        ("size of a member", ("xcdr2", "Detail"), "000b0000 08000000 03000030 00000000", "truncated"),
        ("half a header", ("xcdr2", "Detail"), "000b0000 02000000 0300", "truncated"),
        ("no sentinel", ("xcdr1", "Detail"), "00030000 0700 0400 09000000", "truncated"),
        ("long header", ("xcdr1", "Detail"), "00030000 013f 0400 07000000 04000000 09000000", "bad_length"),
        (
            "id of an optional member",
            ("xcdr1", "Item"),
            "00010000 01000000 00000000 0500000000000000 0300 0000 07",
            "invalid_key",
        ),
    ] {
        assert_eq!(codec(&[], format, ty).decode(&hex(message)), Err(error.to_owned()), "{name}");
    }
}

#[test]
fn padding_is_skipped() {
    let texts = "00070000 01 000000 01000000 00 000000 01000000 00 000000 02000000";
    let json = r#"{"lead":1,"t":"","short_t":"","shade":"LIGHT"}"#;
    for padding in ["", "00", "ff0000", "0000"] {
        check_read(("xcdr2", "Texts"), &format!("{texts} {padding}"), json);
    }
}

#[test]
fn ids_differ() {
    let mut model = model(&[]);
    let id = model.find("Dds.Detail").expect("a struct");
    if let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind {
        it.fields[0].attrs.xcdr.id = Some(3);
    }
    let problems = polywire_lower::format("xcdr2").expect("a format").lower(&model).expect_err("the same id");
    assert_eq!(problems.iter().map(|it| it.path.as_str()).collect::<Vec<_>>(), ["Dds.Detail"]);
    assert_eq!(problems[0].message, "two members have the same id");
}
