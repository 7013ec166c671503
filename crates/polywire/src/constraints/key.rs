//! Values of keys, which are equal if they are the same value of the same primitive type.

use super::node::Node;
use super::select::Selector;
use polywire_front::xsd::canonical;
use polywire_model::attr::XmlForm;
use polywire_model::{AnyMember, KeyField, Literal, Meaning, Member, Model, Type, decimal_text};
use polywire_vm::Value;
use std::collections::BTreeSet;

/// The values of a key: of each the primitive type, and a text that all equal ones have.
pub(super) type Key = Vec<(&'static str, String)>;

/// What is wrong with a value of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrong {
    /// There is none.
    Missing,
    /// There are several.
    Several,
    /// It is no single value.
    NotAValue,
    /// It may be null.
    Nullable,
}

/// Returns the part that holds the value of a key.
pub(super) fn value<'a>(
    (model, selector): (&'a Model, &mut Selector<'a>),
    field: &KeyField,
    of: Node<'a>,
) -> Result<Node<'a>, Wrong> {
    match selector.all(&field.paths, of)[..] {
        [] => Err(Wrong::Missing),
        [node] => simple(model, &field.content, node),
        _ => Err(Wrong::Several),
    }
}

/// Returns the part that holds the value of a struct or union.
fn simple<'a>(model: &'a Model, content: &BTreeSet<Member>, mut node: Node<'a>) -> Result<Node<'a>, Wrong> {
    loop {
        let (mut next, mut is_absent) = (None, true);
        match node.value {
            Value::Struct(_) | Value::Union(Some(_)) => {
                node.each(model, &mut |member, _, part| {
                    next = next.or(Some(part).filter(|_| content.contains(&member)))
                });
                if let Type::Named(owner) = node.ty {
                    is_absent = content.iter().any(|it| it.owner == *owner);
                }
            }
            Value::Union(None) => {}
            _ => return Ok(node),
        }
        match next {
            Some(part) => node = part,
            None => return Err(if is_absent { Wrong::Missing } else { Wrong::NotAValue }),
        }
    }
}

/// Returns a value as it is compared.
pub(super) fn compared(model: &Model, node: Node<'_>) -> (&'static str, String) {
    let text = |text: &str| match node.member.map(|it| it.text().form) {
        Some(XmlForm::BuiltIn(name)) => canonical(name, text),
        Some(XmlForm::OfType | XmlForm::Hex) | None => ("string", text.to_owned()),
    };
    match (node.value, node.default) {
        (Value::Absent, Some(default)) => literal(model, node, default, text),
        (Value::Absent, None) => ("", String::new()),
        (Value::Bool(it), _) => ("boolean", it.to_string()),
        (Value::Int(it), _) => ("decimal", decimal(node.ty, i128::from(*it))),
        (Value::Uint(it), _) => ("decimal", decimal(node.ty, i128::from(*it))),
        (Value::Float(bits), _) if matches!(node.ty, Type::Float { bits: 32 }) => {
            ("float", float(f64::from(f32::from_bits(*bits as u32))))
        }
        (Value::Float(bits), _) => ("double", float(f64::from_bits(*bits))),
        (Value::Text(it), _) => text(&String::from_utf8_lossy(it)),
        (Value::Bytes(it), _) => bytes(node.member, it),
        (Value::Enum(number), _) => ("string", enumerator(model, node.ty, *number)),
        (Value::List(elements), _) => ("list", list(model, node, elements)),
        (Value::Struct(_) | Value::Union(_) | Value::Map(_), _) => ("", String::new()),
    }
}

fn literal(
    model: &Model,
    node: Node<'_>,
    it: &Literal,
    text: impl Fn(&str) -> (&'static str, String),
) -> (&'static str, String) {
    match (it, node.ty) {
        (Literal::Bool(it), _) => ("boolean", it.to_string()),
        (Literal::Int(it), Type::Named(_)) => {
            ("string", enumerator(model, node.ty, i64::try_from(*it).unwrap_or_default()))
        }
        (Literal::Int(it), _) => ("decimal", decimal(node.ty, *it)),
        (Literal::Float(bits), Type::Float { bits: 32 }) => ("float", float(f64::from(f64::from_bits(*bits) as f32))),
        (Literal::Float(bits), _) => ("double", float(f64::from_bits(*bits))),
        (Literal::Text(it), _) => text(it),
        (Literal::Bytes(it), _) => bytes(node.member, it),
    }
}

/// Numbers with a scale have it in their type.
fn decimal(ty: &Type, number: i128) -> String {
    let Type::Int { meaning: Meaning::Decimal { scale }, .. } = ty else { return number.to_string() };
    canonical("decimal", &decimal_text(number < 0, &number.unsigned_abs().to_string(), usize::from(*scale))).1
}

fn float(it: f64) -> String {
    // Both zeros are one value.
    let it = if it == 0.0 { 0.0 } else { it };
    it.to_string()
}

fn bytes(member: Option<AnyMember<'_>>, it: &[u8]) -> (&'static str, String) {
    let is_hex = member.is_some_and(|it| it.text().form == XmlForm::Hex);
    let digits = it.iter().map(|byte| format!("{byte:02X}")).collect();
    (if is_hex { "hexBinary" } else { "base64Binary" }, digits)
}

fn enumerator(model: &Model, ty: &Type, number: i64) -> String {
    let Type::Named(id) = ty else { return number.to_string() };
    let member = model.as_enum(*id).and_then(|it| it.members.iter().find(|it| it.number == number));
    member.map_or_else(|| number.to_string(), |it| it.name.clone())
}

fn list(model: &Model, node: Node<'_>, elements: &[Value]) -> String {
    let Type::List(ty) = node.ty else { return String::new() };
    let parts = elements.iter().map(|value| {
        let (space, text) = compared(model, Node { value, ty, default: None, ..node });
        format!("{space} {} {text}", text.len())
    });
    parts.collect::<Vec<_>>().join(" ")
}
