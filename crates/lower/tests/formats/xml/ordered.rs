//! Facts of XML Schemas that the documents of the corpus do not show.

use super::{DECLARATION, again, schemas::root};
use crate::support::Codec;
use polywire_test_models::make::of_xsd;

const SCHEMA: &str = r#"
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:complexType name="Shape"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Circle"><xs:complexContent><xs:extension base="Shape">
    <xs:sequence><xs:element name="r" type="xs:int"/></xs:sequence>
  </xs:extension></xs:complexContent></xs:complexType>
  <xs:simpleType name="Price"><xs:restriction base="xs:decimal">
    <xs:totalDigits value="6"/><xs:fractionDigits value="2"/>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="Digests"><xs:list itemType="xs:hexBinary"/></xs:simpleType>
  <xs:element name="drawing"><xs:complexType><xs:sequence>
    <xs:element name="shape" type="Shape" maxOccurs="unbounded"/>
    <xs:element name="size" type="xs:int" nillable="true" minOccurs="0" maxOccurs="3"/>
    <xs:sequence minOccurs="0" maxOccurs="2">
      <xs:element name="price" type="Price"/>
      <xs:choice minOccurs="0">
        <xs:element name="digests" type="Digests"/>
        <xs:sequence><xs:element name="x" type="xs:token" maxOccurs="2"/><xs:element name="y" type="xs:int" default="7"/></xs:sequence>
      </xs:choice>
    </xs:sequence>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>"#;

#[test]
fn elements_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.xsd");
    std::fs::write(&path, SCHEMA).expect("a file");
    let model = of_xsd(path.to_str().expect("a path")).expect("a schema without errors");
    let codec = Codec::new(&model, "xml", &root(&model, b"<drawing>").expect("an element"));
    let names = "xmlns=\"urn:t\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
    let document = |inside: &str| format!("<drawing {names}><shape><n>1</n></shape>{inside}</drawing>");
    let check = |given: &str, written: Result<&str, &str>| {
        let written = written.map(|it| format!("{DECLARATION}{}", document(it))).map_err(str::to_owned);
        assert_eq!(again(&codec, &document(given)), written, "{given}");
    };
    let same = |given: &str| check(given, Ok(given));
    same("");
    same("<shape xsi:type=\"Circle\"><n>1</n><r>2</r></shape>");
    check("<shape xmlns:t='urn:t' xsi:type=' t:Shape '><n>1</n></shape>", Ok("<shape><n>1</n></shape>"));
    check("<shape xsi:type=\"Square\"><n>1</n></shape>", Err("wrong_kind"));
    check("<shape><n>1</n><r>2</r></shape>", Err("unknown_member"));
    same("<size>1</size><size xsi:nil=\"true\"></size>");
    check("<size>1</size><size/>", Err("syntax"));
    check("<size>1</size><size>1</size><size>1</size><size>1</size>", Err("wrong_kind"));
    same("<price>1.50</price><digests>0AFF 01</digests><price>-0.05</price><x>a</x><x>b</x><y>1</y>");
    check("<price>+1.5</price><x> a  b </x><y/>", Ok("<price>1.50</price><x>a b</x><y>7</y>"));
    check("<price>1.505</price>", Err("out_of_range"));
    check("<price>12345.67</price>", Err("out_of_range"));
    check("<price>1</price><x>a</x>", Err("missing_field"));
    check("<price>1</price><y>1</y>", Err("wrong_kind"));
    check("<price>1</price><size>1</size>", Err("wrong_kind"));
}
