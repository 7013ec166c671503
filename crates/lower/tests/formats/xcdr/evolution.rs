//! Messages of older and newer writers.

use super::{check_read, codec};
use crate::support::{Codec, hex};
use polywire_model::{DeclKind, Model, Presence};

#[test]
fn missing_members_of_appendable_types_have_defaults() {
    let item = ("xcdr2", "Item");
    check_read(item, "00090000 00000000", r#"{"name":"","id":0,"last":0}"#);
    check_read(item, "00090000 06000000 02000000 6100", r#"{"name":"a","id":0,"last":0}"#);
}

#[test]
fn further_members_of_appendable_types_are_skipped() {
    let all = "00090000 18000000 02000000 6100 0000 0500000000000000 00 07 ffffffffffff";
    check_read(("xcdr2", "Item"), all, r#"{"name":"a","id":5,"last":7}"#);
}

#[test]
fn members_are_read_in_any_order() {
    let detail = ("xcdr2", "Detail");
    let json = r#"{"a":9,"b":1,"numbers":[]}"#;
    check_read(detail, "000b0000 05000000 07000000 09 000000", r#"{"a":9,"b":0,"numbers":[]}"#);
    check_read(detail, "000b0000 0d000000 03000020 01000000 07000000 09", json);
    check_read(detail, "000b0000 0d000000 030000a0 01000000 07000000 09", json);
    check_read(detail, "000b0000 15000000 08000020 aaaaaaaa 03000020 01000000 07000000 09", json);
    check_read(detail, "000b0000 15000000 03000020 02000000 03000020 01000000 07000000 09", json);
}

#[test]
fn all_length_codes_are_read() {
    let detail = ("xcdr2", "Detail");
    let json = r#"{"a":0,"b":0,"numbers":[1]}"#;
    let (number, count) = ("000000000000f03f", "01000000");
    for head in ["674523c1 0c000000", "67452371"] {
        let head = head.replace("c1", "41");
        let size = head.replace(' ', "").len() / 2 + 12;
        check_read(detail, &format!("000b0000 {size:02x}000000 {head} {count} {number}"), json);
    }
    let note = r#"{"a":0,"b":0,"note":"abc","numbers":[]}"#;
    check_read(detail, "000b0000 0c000000 2c010050 04000000 61626300", note);
    check_read(detail, "000b0000 10000000 2c010040 08000000 04000000 61626300", note);
    // An unknown member with a count of elements of four octets.
    check_read(detail, "000b0000 10000000 09000060 02000000 ffffffff ffffffff", r#"{"a":0,"b":0,"numbers":[]}"#);
}

#[test]
fn short_headers_are_read() {
    let detail = ("xcdr1", "Detail");
    let json = r#"{"a":9,"b":1,"numbers":[]}"#;
    check_read(detail, "00030000 0700 0400 09000000 0340 0400 01000000 023f 0000", json);
    check_read(detail, "00030000 0900 0400 ffffffff 0700 0400 09000000 0300 0400 01000000 027f 0000", json);
    check_read(
        ("xcdr1", "Item"),
        "00010000 01000000 00000000 0500000000000000 0200 0000 07",
        r#"{"name":"","id":5,"last":7}"#,
    );
}

fn with_required_member() -> Codec {
    let mut model: Model = super::model(&[]);
    let id = model.find("Dds.Detail").expect("a struct");
    if let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind {
        it.fields[0].presence = Presence::Required;
    }
    Codec::new(&model, "xcdr2", "Dds.Detail")
}

#[test]
fn required_members_have_to_occur() {
    let codec = with_required_member();
    assert_eq!(codec.decode(&hex("000b0000 00000000")), Err("missing_field".to_owned()));
    assert!(codec.decode(&hex("000b0000 05000000 07000000 09")).is_ok());
}

/// Types of other languages, and those without an annotation, are what an option says.
#[test]
fn extensibility_by_an_option() {
    let mut model = super::model(&[]);
    let id = model.find("Dds.Point").expect("a struct");
    if let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind {
        it.attrs.corba.as_mut().expect("facts").extensibility = None;
    }
    let value = codec(&[], "json_plain", "Point").decode(br#"{"x":1,"y":0}"#).expect("a value");
    for (choice, expected) in [
        ("final", "00070000 01000000 0000000000000000"),
        ("appendable", "00090000 0c000000 01000000 0000000000000000"),
        ("mutable", "000b0000 14000000 00000020 01000000 01000030 0000000000000000"),
    ] {
        model.options = model.options.with(&format!("xcdr.extensibility={choice}")).expect("an option");
        assert_eq!(Codec::new(&model, "xcdr2", "Dds.Point").encode(&value), Ok(hex(expected)), "{choice}");
    }
}
