//! Elements and attributes of any name.

use super::{DECLARATION, again, schemas::root};
use crate::support::Codec;
use polywire_model::Model;
use polywire_test_models::make::of_xsd;

const SCHEMA: &str = r###"
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType>
    <xs:sequence>
      <xs:element name="id" type="xs:int"/>
      <xs:any namespace="##local" minOccurs="0"/>
      <xs:choice minOccurs="0">
        <xs:element name="note" type="xs:string"/>
        <xs:any namespace="urn:a urn:b"/>
      </xs:choice>
      <xs:element name="body" minOccurs="0">
        <xs:complexType mixed="true">
          <xs:sequence><xs:element name="b" type="xs:string"/><xs:any namespace="##other" maxOccurs="unbounded"/></xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:any namespace="urn:c" minOccurs="0" maxOccurs="2"/>
    </xs:sequence>
    <xs:attribute name="kind"/>
    <xs:anyAttribute namespace="##other"/>
  </xs:complexType></xs:element>
  <xs:element name="label"><xs:complexType><xs:anyAttribute namespace="##any"/></xs:complexType></xs:element>
</xs:schema>"###;

fn codec() -> Codec {
    let model = model();
    Codec::new(&model, "xml", &root(&model, b"<order>").expect("an element"))
}

fn model() -> Model {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.xsd");
    std::fs::write(&path, SCHEMA).expect("a file");
    of_xsd(path.to_str().expect("a path")).expect("a schema without errors")
}

#[test]
fn elements_of_any_name() {
    let codec = codec();
    let document = |inside: &str| format!("<order xmlns=\"urn:t\"><id>1</id>{inside}</order>");
    let check = |given: &str, written: Result<&str, &str>| {
        let written = written.map(|it| format!("{DECLARATION}{}", document(it))).map_err(str::to_owned);
        assert_eq!(again(&codec, &document(given)), written, "{given}");
    };
    let same = |given: &str| check(given, Ok(given));
    same("");
    same("<x xmlns=\"\" a=\"1\"><y>text<!--c--></y> </x><note></note>");
    same("<a:x xmlns:a=\"urn:a\" xmlns=\"\"><y/></a:x>");
    same("<x xmlns=\"urn:b\"/>");
    same("<note>n</note><x xmlns=\"urn:c\"/>");
    same("<x xmlns=\"urn:c\"/><c:x xmlns:c=\"urn:c\"/>");
    same("<body>text<b>bold</b><a:x xmlns:a=\"urn:a\" a:y=\"1\"/></body>");
    check(&"<x xmlns=\"urn:c\"/>".repeat(3), Err("wrong_kind"));
    check("<x xmlns=\"urn:d\"/>", Err("unknown_member"));
    check("<body><x xmlns=\"\"/></body>", Err("unknown_member"));
    check("<x xmlns=\"urn:b\"/><x xmlns=\"urn:b\"/>", Err("wrong_kind"));
    check("<x xmlns=\"urn:b\"><y></x></y>", Err("mismatch"));
    // What is around an element goes with it; what documents declare anyway does not.
    let around = "<o:order xmlns:o='urn:t' xmlns:a='urn:a' xmlns:n='urn:n'><o:id>1</o:id><a:x xmlns:n='urn:m'>n:z<o:y/></a:x></o:order>";
    let written = document("<a:x xmlns:n=\"urn:m\" xmlns:a=\"urn:a\" xmlns:o=\"urn:t\" xmlns=\"\">n:z<o:y/></a:x>");
    assert_eq!(again(&codec, around), Ok(format!("{DECLARATION}{written}")));
    assert_eq!(again(&codec, &written), Ok(format!("{DECLARATION}{written}")));
}

#[test]
fn attributes_of_any_name() {
    let codec = codec();
    let document = |attributes: &str| format!("<order xmlns=\"urn:t\"{attributes}><id>1</id></order>");
    let check = |given: &str, written: Result<&str, &str>| {
        let written = written.map(|it| format!("{DECLARATION}{}", document(it))).map_err(str::to_owned);
        assert_eq!(again(&codec, &document(given)), written, "{given}");
    };
    check("", Ok(""));
    check(
        " kind=\"a\" xmlns:a=\"urn:a\" a:x=\"1 &amp; 2\" a:y=\"\"",
        Ok(" kind=\"a\" xmlns:a=\"urn:a\" a:x=\"1 &amp; 2\" a:y=\"\""),
    );
    check(" xml:lang=\"de\" kind=\"a\"", Ok(" kind=\"a\" xml:lang=\"de\""));
    check(" xmlns:x=\"http://www.w3.org/2001/XMLSchema-instance\" x:schemaLocation=\"a b\"", Ok(""));
    check(" x=\"1\"", Err("unknown_member"));
    check(" xmlns:o=\"urn:t\" o:x=\"1\"", Err("unknown_member"));
    check(" xmlns:a=\"urn:a\" xmlns:b=\"urn:a\" a:x=\"1\" b:x=\"1\"", Err("duplicate_field"));
}

#[test]
fn types_that_a_part_of_a_schema_does_not_need_may_be_missing() {
    let model = model();
    for (element, document) in [
        ("<order>", "<order xmlns=\"urn:t\" xml:lang=\"de\"><id>1</id><x xmlns=\"\"><y/></x></order>"),
        ("<label>", "<label xmlns=\"urn:t\" xmlns:a=\"urn:a\" a:x=\"1\"></label>"),
    ] {
        let root = root(&model, element.as_bytes()).expect("an element");
        let reduced = model.reduced_to(model.find(&root).expect("the type"));
        let codec = Codec::new(&reduced, "xml", &root);
        assert_eq!(again(&codec, document), Ok(format!("{DECLARATION}{document}")));
    }
}
