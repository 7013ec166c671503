//! The types that messages name.

use polywire_lower::format;
use polywire_model::attr::SbeMessage;
use polywire_model::attr::XmlName;
use polywire_model::{Decl, DeclKind, Model, Struct};
use polywire_source::Span;

fn message(name: &str, template_id: Option<u16>) -> Decl {
    let mut it = Struct::default();
    it.attrs.sbe_message = template_id.map(|template_id| SbeMessage { template_id, schema_id: 7, version: 2 });
    Decl {
        file: String::new(),
        module: Vec::new(),
        name: vec![name.to_owned()],
        doc: String::new(),
        deprecated: false,
        span: Span::default(),
        kind: DeclKind::Struct(it),
    }
}

#[test]
fn an_sbe_header_names_the_message() {
    let mut model = Model::default();
    model.add(message("Quote", Some(9)));
    model.add(message("Order", Some(4)));
    model.add(message("Free", None));
    let sbe = format("sbe").unwrap();
    assert!(sbe.names_types());
    let named = |bytes: &[u8]| sbe.type_of(&model, bytes).map(|id| model.decl(id).path());
    assert_eq!(named(&[0, 0, 4, 0, 7, 0, 9, 0, 1]), Some("Order".to_owned()), "any version of the schema");
    assert_eq!(named(&[0, 0, 9, 0, 7, 0, 0, 0]), Some("Quote".to_owned()));
    assert_eq!(named(&[0, 0, 1, 0, 7, 0, 0, 0]), Some("Free".to_owned()), "the first free template id");
    assert_eq!(named(&[0, 0, 4, 0, 8, 0, 0, 0]), None, "another schema");
    assert_eq!(named(&[0, 0, 4, 0, 7, 0, 0]), None, "too short for a header");
    let json = format("json").unwrap();
    assert!(!json.names_types() && json.type_of(&model, b"{}").is_none());
}

#[test]
fn a_document_names_its_element() {
    let stated = |name: &str, namespace: &str, local: &str| {
        let mut decl = message(name, None);
        if let DeclKind::Struct(it) = &mut decl.kind {
            it.attrs.xml.element = Some(XmlName { namespace: namespace.to_owned(), local: local.to_owned() });
        }
        decl
    };
    let mut model = Model::default();
    model.add(stated("Quote", "urn:q", "quote"));
    model.add(stated("Order", "", "order"));
    model.add(message("Free", None));
    model.add(Decl { module: vec!["a".to_owned()], ..message("Twice", None) });
    model.add(Decl { module: vec!["b".to_owned()], ..message("Twice", None) });
    let xml = format("xml").unwrap();
    assert!(xml.names_types());
    for (document, expected) in [
        ("<order/>", Some("Order")),
        ("<order>", Some("Order")),
        ("\u{feff}<?xml version='1.0'?>\n<!-- <quote> --> <?x?><order a = '>' b='1'", Some("Order")),
        ("<quote xmlns='urn:q'>", Some("Quote")),
        ("<q:quote a='1' xmlns:q=\"urn:q\"", Some("Quote")),
        ("<q:quote xmlns:r='urn:q'>", None),
        ("<quote>", None),
        ("<order xmlns='urn:q'>", None),
        ("<Free xmlns='urn:any'/>", Some("Free")),
        ("<Twice/>", None),
        ("<order", None),
        ("<q:order xmlns:q='", None),
        ("<!DOCTYPE order><order/>", None),
        ("text<order/>", None),
        ("", None),
    ] {
        let found = xml.type_of(&model, document.as_bytes()).map(|id| model.decl(id).path());
        assert_eq!(found.as_deref(), expected, "{document}");
    }
}
