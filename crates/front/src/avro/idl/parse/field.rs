//! Fields and parameters.

use super::cursor::Parser;
use super::ty::Written;
use crate::avro::json::Json;
use crate::avro::read::check_name;
use crate::avro::tree::{Field, Order, TypeExpr};

impl Parser<'_, '_> {
    /// `type name = default, name, …;`.
    pub(super) fn field_line(&mut self, namespace: &str, fields: &mut Vec<Field>) -> Option<()> {
        let (doc, ty) = self.type_of_line(namespace)?;
        loop {
            fields.push(self.variable(doc.as_deref(), &ty)?);
            if !self.accept(',') {
                return self.expect(';');
            }
        }
    }

    /// `type name = default`.
    pub(super) fn parameter(&mut self, namespace: &str) -> Option<Field> {
        let (doc, ty) = self.type_of_line(namespace)?;
        self.variable(doc.as_deref(), &ty)
    }

    /// Documentation in front of the type is that of all names that have none.
    fn type_of_line(&mut self, namespace: &str) -> Option<(Option<String>, Written)> {
        let (doc, annotations) = self.head()?;
        Some((doc, self.annotated(annotations, namespace)?))
    }

    fn variable(&mut self, doc: Option<&str>, ty: &Written) -> Option<Field> {
        let (own, mut annotations) = self.head()?;
        let name = self.name("a field")?;
        check_name("a field", &name.text, name.span, self.reader.diagnostics);
        let aliases = self.take_aliases(&mut annotations).into_iter().map(|it| it.text).collect();
        let order = self.take_text(&mut annotations, "order").map(|word| {
            let order = Order::ALL.into_iter().find(|it| it.word() == word.text.to_ascii_lowercase());
            if order.is_none() {
                self.error_at(word.span, "this is no order of fields", "write `ascending`, `descending` or `ignore`");
            }
            order.unwrap_or_default()
        });
        let default = if self.accept('=') { Some(self.value()?) } else { None };
        Some(Field {
            ty: type_with(ty, default.as_ref()),
            name,
            default,
            doc: own.or_else(|| doc.map(str::to_owned)),
            order: order.unwrap_or_default(),
            aliases,
            properties: annotations,
        })
    }
}

/// Null is the second branch of an optional type if the default is not null.
fn type_with(ty: &Written, default: Option<&Json>) -> TypeExpr {
    let null_is_second = default.is_some_and(|it| !matches!(it.kind, crate::avro::json::JsonKind::Null));
    Written { ty: ty.ty.clone(), is_optional: ty.is_optional }.finished(null_is_second)
}
