//! What Cyclone DDS for Python does not have: wide strings, `long double`, maps, mutable unions.

use super::check;

const JSON: &str = r#"{"wide":"a😀","unit":97,"long_double":"AQAAAAAAAAAAAAAAAAAAgA==","plain":{"7":1},"texts":{"k":{"x":2,"y":0}},"changing":{"number":1}}"#;
const ONE: &str = "000000000000f03f";

#[test]
fn appendable_in_version_2() {
    let message = format!(
        "00090000 60000000 06000000 6100 3dd8 00de 6100 01000000 00000000 00000000 00000080 01000000 07000000 {ONE}
         18000000 01000000 02000000 6b00 0000 02000000 0000000000000000
         14000000 00000010 0100 0000 01000030 {ONE}"
    );
    check((&[], "xcdr2", "Extras"), JSON, &message);
}

#[test]
fn all_come_back() {
    for name in ["Extras", "MutableExtras"] {
        let value = super::codec(&[], "json_plain", name).decode(JSON.as_bytes()).expect("a value");
        for (format, choices) in [("xcdr1", &[][..]), ("xcdr2", &[]), ("xcdr1", &BIG), ("xcdr2", &BIG)] {
            let codec = super::codec(choices, format, name);
            let written = codec.encode(&value).expect("a message");
            assert_eq!(written.len() % 4, 0);
            assert!(codec.decode(&written) == Ok(value.clone()), "{format} {name}");
        }
    }
}

const BIG: [&str; 1] = ["cdr.byte_order=big"];
