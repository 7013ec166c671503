//! Texts that patterns, built-in types, unions and lists allow.

use super::{DECLARATION, again, schemas::root};
use crate::support::Codec;
use polywire_model::Model;
use polywire_test_models::make::of_xsd;

/// A schema with an element `v` of a type.
fn model(types: &str) -> Model {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.xsd");
    let text = format!(r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{types}</xs:schema>"#);
    std::fs::write(&path, text).expect("a file");
    of_xsd(path.to_str().expect("a path")).expect("a schema without errors")
}

fn codec(types: &str) -> Codec {
    let model = model(types);
    Codec::new(&model, "xml", &root(&model, b"<v>").expect("an element"))
}

fn of_type(base: &str, facets: &str) -> String {
    format!(
        r#"<xs:element name="v"><xs:simpleType><xs:restriction base="xs:{base}">{facets}</xs:restriction></xs:simpleType></xs:element>"#
    )
}

/// Reads each text and writes it again.
fn check(types: &str, cases: &[(&str, Result<&str, &str>)]) {
    let codec = codec(types);
    for (given, expected) in cases {
        let document = |text: &str| format!("<v>{text}</v>");
        let expected = expected.map(|it| format!("{DECLARATION}{}", document(it))).map_err(str::to_owned);
        assert_eq!(again(&codec, &document(given)), expected, "{types}: {given}");
    }
}

#[test]
fn one_pattern_of_a_step_and_all_steps() {
    let steps = r#"
        <xs:simpleType name="A"><xs:restriction base="xs:token">
            <xs:pattern value="[a-c ]+"/><xs:pattern value="[x-z]+"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="B"><xs:restriction base="A"><xs:pattern value="\S+|b b"/></xs:restriction></xs:simpleType>
        <xs:element name="v" type="B"/>"#;
    check(
        steps,
        &[
            ("abc", Ok("abc")),
            ("  xyz ", Ok("xyz")),
            ("b \n b", Ok("b b")),
            ("a b", Err("syntax")),
            ("ax", Err("syntax")),
            ("", Err("syntax")),
        ],
    );
}

#[test]
fn white_space_counts_unless_it_is_treated() {
    let pattern = r#"<xs:pattern value="[a ]+"/>"#;
    check(&of_type("string", pattern), &[(" a ", Ok(" a ")), ("a\ta", Err("syntax"))]);
    check(&of_type("normalizedString", pattern), &[("a\ta ", Ok("a a "))]);
    check(&of_type("token", pattern), &[("a\t a ", Ok("a a"))]);
}

#[test]
fn characters_of_unicode() {
    check(
        &of_type("string", r#"<xs:pattern value="\p{Lu}[\p{L}-[\p{Lu}]]*"/>"#),
        &[("Élan", Ok("Élan")), ("ÉLAN", Err("syntax"))],
    );
    check(&of_type("string", r#"<xs:pattern value="[^\c]+"/>"#), &[("𐀀!", Err("syntax")), ("!?", Ok("!?"))]);
    check(&of_type("Name", ""), &[("a:é.1", Ok("a:é.1")), ("1a", Err("syntax"))]);
    check(&of_type("NCName", ""), &[("_é", Ok("_é")), ("a:b", Err("syntax"))]);
    check(&of_type("language", ""), &[("de-CH-1996", Ok("de-CH-1996")), ("deutschland", Err("syntax"))]);
    check(&of_type("anyURI", ""), &[("a%20b#c", Ok("a%20b#c")), ("a%2", Err("syntax")), ("a#b#c", Err("syntax"))]);
}

#[test]
fn numbers_are_written_if_their_pattern_allows_it() {
    let year = of_type("int", r#"<xs:pattern value="\d{4}"/>"#);
    check(&year, &[(" 2024 ", Ok("2024")), ("24", Err("syntax")), ("0024", Err("unsupported"))]);
    check(&of_type("boolean", r#"<xs:pattern value="0|1"/>"#), &[("true", Err("syntax")), ("1", Err("unsupported"))]);
    let binary = of_type("hexBinary", r#"<xs:pattern value="A.*"/>"#);
    check(&binary, &[("AB", Ok("AB")), ("ab", Err("syntax")), ("BA", Err("syntax"))]);
    check(
        &of_type("float", r#"<xs:enumeration value="1.5"/><xs:enumeration value="NaN"/>"#),
        &[("15e-1", Ok("1.5")), ("NaN", Ok("NaN")), ("1", Err("out_of_range"))],
    );
    check(&of_type("double", ""), &[("-INF", Ok("-INF")), ("+INF", Err("syntax"))]);
}

#[test]
fn numbers_and_dates_that_are_texts() {
    let decimal = of_type("decimal", r#"<xs:minExclusive value="-1.5"/><xs:maxInclusive value="100"/>"#);
    check(
        &decimal,
        &[("+0100.00", Ok("+0100.00")), ("-1.5", Err("syntax")), ("100.01", Err("syntax")), ("x", Err("syntax"))],
    );
    check(&of_type("negativeInteger", ""), &[("-12", Ok("-12")), ("0", Err("syntax")), ("-0", Err("syntax"))]);
    let date = of_type("date", r#"<xs:minInclusive value="2000-01-01"/>"#);
    check(&date, &[("2000-02-29", Ok("2000-02-29")), ("2001-02-29", Err("syntax")), ("1999-12-31", Err("syntax"))]);
    check(
        &of_type("dateTime", ""),
        &[("2000-01-01T24:00:00Z", Ok("2000-01-01T24:00:00Z")), ("2000-01-01T24:00:01Z", Err("syntax"))],
    );
    check(&of_type("base64Binary", ""), &[("AQ==", Ok("AQ==")), ("AR==", Err("syntax"))]);
}

#[test]
fn members_of_unions_and_lists_as_a_whole() {
    let types = r#"
        <xs:simpleType name="Word"><xs:restriction base="xs:token"><xs:enumeration value="a b"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="Either"><xs:union memberTypes="xs:unsignedByte Word"/></xs:simpleType>
        <xs:simpleType name="Any"><xs:union memberTypes="Either Short"/></xs:simpleType>"#;
    let with = |element: &str| format!("{types}{element}");
    let either = with(r#"<xs:element name="v" type="Either"/>"#);
    check(&either, &[(" 255 ", Ok("255")), ("a  b", Ok("a b")), ("256", Err("syntax")), ("ab", Err("syntax"))]);
    let any = with(r#"<xs:element name="v" type="Any"/>"#);
    check(
        &any,
        &[
            (" 255 ", Ok(" 255 ")),
            ("a  b", Ok("a  b")),
            ("  ", Ok("  ")),
            ("   ", Err("syntax")),
            ("256", Err("syntax")),
        ],
    );
    let list = r#"<xs:element name="v"><xs:simpleType><xs:restriction>
        <xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>
        <xs:enumeration value="1 2"/><xs:pattern value="[0-9 ]+"/></xs:restriction></xs:simpleType></xs:element>"#;
    let fixed = r#"<xs:element name="v" type="xs:boolean" fixed="true"/>"#;
    check(fixed, &[("1", Ok("true")), ("", Ok("true")), ("false", Err("syntax"))]);
    check(list, &[("\n01  2", Ok("1 2")), ("2 1", Err("syntax")), ("+1 2", Err("syntax"))]);
}

#[test]
fn what_a_schema_does_not_allow_is_not_written() {
    let any = codec(r#"<xs:element name="v" type="xs:string"/>"#);
    let value = any.decode(b"<v>abc</v>").expect("a value");
    for (facets, expected) in [
        (r#"<xs:pattern value="[a-c]*"/>"#, Ok(())),
        (r#"<xs:pattern value="[a-b]*"/>"#, Err("unsupported")),
        (r#"<xs:maxLength value="2"/>"#, Err("bad_length")),
        (r#"<xs:enumeration value="a b"/>"#, Err("unknown_enumerator")),
    ] {
        let found = codec(&of_type("string", facets)).encode(&value).map(drop);
        assert_eq!(found, expected.map_err(str::to_owned), "{facets}");
    }
}

#[test]
fn large_patterns_are_a_loss() {
    let losses = |facets: &str| {
        let model = model(&of_type("string", facets));
        let losses = polywire_lower::format("xml").expect("the format").losses(&model);
        losses.iter().filter(|it| it.message.contains("partly checked")).count()
    };
    assert_eq!(losses(r#"<xs:pattern value="[a-z]{1,2000}"/>"#), 0);
    assert_eq!(losses(r#"<xs:pattern value="((a|b){1000}){1000}"/>"#), 1);
    check(&of_type("string", r#"<xs:pattern value="(a|b)*a(a|b){30}"/>"#), &[("z", Ok("z"))]);
}
