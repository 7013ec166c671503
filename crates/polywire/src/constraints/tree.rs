//! Values of the built-in types `Xml.Element` and `Xml.Attribute`.

use polywire_model::attr::XmlName;
use polywire_model::xml::{declaration_field, element_field, name_field};
use polywire_vm::{Record, Value};

/// The namespace of attributes such as `xsi:type`.
pub(super) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Returns the name of an element or an attribute.
pub(super) fn name(it: &Value) -> XmlName {
    XmlName { namespace: text(field(it, name_field::NAMESPACE)), local: text(field(it, name_field::NAME)) }
}

/// Sets the name of an element, whose prefix is chosen when it is written.
pub(super) fn rename(element: &mut Value, name: &XmlName) {
    set(element, name_field::NAME, Value::Text(name.local.clone().into_bytes()));
    set(element, name_field::NAMESPACE, Value::Text(name.namespace.clone().into_bytes()));
    set(element, name_field::PREFIX, Value::Text(Vec::new()));
}

/// Returns the declarations of an element, then those around it that it does not replace.
pub(super) fn declarations(element: &Value, around: &[Value]) -> Vec<Value> {
    let mut all = elements(field(element, element_field::DECLARATIONS)).to_vec();
    let own: Vec<String> = all.iter().map(|it| text(field(it, declaration_field::PREFIX))).collect();
    all.extend(around.iter().filter(|it| !own.contains(&text(field(it, declaration_field::PREFIX)))).cloned());
    all
}

/// Returns an element that has these declarations.
pub(super) fn declaring(element: &Value, declarations: &[Value]) -> Value {
    let mut element = element.clone();
    set(&mut element, element_field::DECLARATIONS, Value::List(declarations.to_vec()));
    element
}

/// Returns an element without content that has an attribute.
pub(super) fn holding(attribute: &Value, name: &XmlName) -> Value {
    let texts = [&name.local, &name.namespace, ""].map(|it| Value::Text(it.as_bytes().to_vec()));
    let lists = [Vec::new(), vec![attribute.clone()], Vec::new()].map(Value::List);
    Value::Struct(Record { fields: texts.into_iter().chain(lists).collect(), unknown: None })
}

/// Returns a document of an element.
pub(super) fn document(element: Value) -> Value {
    let fields = vec![Value::List(Vec::new()), element, Value::List(Vec::new())];
    Value::Struct(Record { fields, unknown: None })
}

/// Returns the type that an element tells (`xsi:type`), with the declarations that it has.
pub(super) fn told_type(element: &Value, declarations: &[Value]) -> Option<XmlName> {
    let attributes = elements(field(element, element_field::ATTRIBUTES));
    let is_type = |it: &&Value| name(it) == XmlName { namespace: XSI.to_owned(), local: "type".to_owned() };
    let told = text(field(attributes.iter().find(is_type)?, polywire_model::xml::ATTRIBUTE_VALUE));
    let (prefix, local) = told.trim().split_once(':').unwrap_or(("", told.trim()));
    let declared = declarations.iter().find(|it| text(field(it, declaration_field::PREFIX)) == prefix);
    let namespace = declared.map(|it| text(field(it, declaration_field::NAMESPACE))).unwrap_or_default();
    Some(XmlName { namespace, local: local.to_owned() })
}

fn field(it: &Value, index: u32) -> &Value {
    match it {
        Value::Struct(record) => record.fields.get(index as usize).unwrap_or(&Value::Absent),
        _ => &Value::Absent,
    }
}

fn set(it: &mut Value, index: u32, value: Value) {
    if let Value::Struct(record) = it
        && let Some(field) = record.fields.get_mut(index as usize)
    {
        *field = value;
    }
}

fn elements(it: &Value) -> &[Value] {
    match it {
        Value::List(elements) => elements,
        _ => &[],
    }
}

fn text(it: &Value) -> String {
    match it {
        Value::Text(text) => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    }
}
