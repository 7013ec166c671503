//! Fields of records and parameters of messages.

use super::{Reader, check_name, properties};
use crate::avro::codes;
use crate::avro::json::{Json, JsonKind};
use crate::avro::tree::{Field, Order, Primitive, TypeExpr, TypeKind};
use polywire_source::Diagnostic;

/// What a field says of itself.
const OWN: [&str; 6] = ["default", "doc", "name", "order", "type", "aliases"];

impl Reader<'_> {
    pub(super) fn field(&mut self, json: &Json, namespace: &str) -> Option<Field> {
        if json.as_object().is_none() {
            let help = "write `{\"name\": \"…\", \"type\": …}`";
            self.error(json.span, format!("a field is {}, and must be an object", json.what()), help);
            return None;
        }
        let name = self.required(json, "name", "a field");
        let ty = match json.get("type") {
            Some(ty) => self.ty(ty, namespace),
            None => {
                self.error(json.span, "a field needs `type`", "");
                None
            }
        };
        let (name, ty) = (name?, ty?);
        check_name("a field", &name.text, name.span, self.diagnostics);
        let properties = properties(json.as_object().unwrap_or_default(), &OWN);
        self.warn_of_logical_type(&ty, json);
        Some(Field {
            doc: self.doc(json),
            order: self.order(json),
            aliases: self.aliases(json).into_iter().map(|it| it.text).collect(),
            default: json.get("default").map(|it| default(&ty, it)),
            properties,
            name,
            ty,
        })
    }

    fn order(&mut self, json: &Json) -> Order {
        let Some(it) = json.get("order") else { return Order::default() };
        let word = it.as_text().map(str::to_ascii_lowercase).unwrap_or_default();
        let found = Order::ALL.into_iter().find(|order| order.word() == word);
        if found.is_none() {
            self.error(it.span, "this is no order of fields", "write `ascending`, `descending` or `ignore`");
        }
        found.unwrap_or_default()
    }

    /// A logical type at a field instead of its type is a mistake that parsers do not see.
    fn warn_of_logical_type(&mut self, ty: &TypeExpr, json: &Json) {
        let stated = json.as_object().unwrap_or_default().iter().find(|it| it.name == "logicalType");
        if let (Some(stated), None) = (stated, ty.logical) {
            let message = "`logicalType` has no effect at a field";
            let problem = Diagnostic::warning(codes::LOGICAL_TYPE, message).at(stated.name_span, "");
            self.diagnostics.push(problem.help("move it into the type: `\"type\": {\"type\": …, \"logicalType\": …}`"));
        }
    }
}

/// Numbers that JSON lacks are written as texts.
fn default(ty: &TypeExpr, it: &Json) -> Json {
    let is_float = matches!(ty.kind, TypeKind::Primitive(Primitive::Float | Primitive::Double));
    match it.as_text().map(str::trim) {
        Some(text) if is_float && is_number(text) => Json { kind: JsonKind::Number(text.to_owned()), span: it.span },
        _ => it.clone(),
    }
}

fn is_number(text: &str) -> bool {
    let is_special = matches!(text, "NaN" | "Infinity" | "-Infinity");
    is_special || (text.parse::<f64>().is_ok_and(f64::is_finite) && !text.starts_with('+') && !text.ends_with('.'))
}
