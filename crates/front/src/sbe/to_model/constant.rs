//! Constants, which messages do not contain.

use super::value::Use;
use super::{Maker, codes};
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{Presence, Simple, TypeDecl, TypeKind, ValidValue, Word};
use polywire_model::{Literal, NamedConstant, Text, Type};
use polywire_source::{Diagnostic, closest};

impl<'a> Maker<'a, '_> {
    /// Checks a type that may not be used.
    pub(super) fn check_simple(&mut self, decl: &'a TypeDecl, it: &'a Simple) {
        if it.presence == Some(Presence::Constant) && it.constant.is_none() && it.value_ref.is_none() {
            self.report_missing(&decl.head.name);
        }
    }

    /// Returns the value of a constant number, character or text.
    pub(super) fn constant(&mut self, it: &'a Simple, usage: &Use<'a>) -> Option<NamedConstant> {
        if let Some(reference) = usage.value_ref.or(it.value_ref.as_ref()) {
            let (_, value) = self.referred(reference)?;
            let value = self.literal(it.primitive, &value.value)?;
            return Some(NamedConstant { ty: it.primitive.ty(), value });
        }
        let Some(word) = usage.constant.or(it.constant.as_ref()) else {
            self.report_missing(&usage.head.name);
            return None;
        };
        let is_text = it.primitive == Primitive::Char
            && (it.length.is_some_and(|length| length.value > 1) || word.text.chars().count() > 1);
        if is_text {
            let value = Literal::Text(word.text.clone());
            return Some(NamedConstant { ty: Type::Text(Text::default()), value });
        }
        let value = self.literal(it.primitive, word)?;
        Some(NamedConstant { ty: it.primitive.ty(), value })
    }

    /// Returns the number of a constant of an enum.
    pub(super) fn enum_constant(&mut self, decl: &'a TypeDecl, usage: &Use<'a>) -> Option<Literal> {
        let Some(reference) = usage.value_ref else {
            self.report_missing(&usage.head.name);
            return None;
        };
        let (found, value) = self.referred(reference)?;
        let TypeKind::Enum(it) = &found.kind else { return None };
        if found.head.name.text != decl.head.name.text {
            let message = format!("`{}` is no value of `{}`", reference.text, decl.head.name.text);
            self.report(codes::VALUE, message, reference.span, "");
            return None;
        }
        let primitive = self.encoding(&it.encoding)?;
        self.literal(primitive, &value.value)
    }

    /// Returns the enumerator that `Enum.Value` means, and its enum.
    fn referred(&mut self, reference: &'a Word) -> Option<(&'a TypeDecl, &'a ValidValue)> {
        let Some((name, value)) = reference.text.split_once('.') else {
            let help = "write the enum, a dot and the name of the value";
            self.report(codes::VALUE, "`valueRef` has to be the value of an enum", reference.span, help);
            return None;
        };
        let name = Word { text: name.to_owned(), span: reference.span };
        let found = self.types.find(&name, self.diagnostics)?;
        let TypeKind::Enum(it) = &found.kind else {
            self.report(codes::VALUE, format!("`{}` is not an enum", name.text), reference.span, "");
            return None;
        };
        let known = it.values.iter().find(|it| it.head.name.text == value);
        if known.is_none() {
            let message = format!("`{}` has no value called `{value}`", name.text);
            let problem = Diagnostic::error(codes::UNKNOWN_NAME, message).at(reference.span, "");
            let near = closest(value, it.values.iter().map(|it| it.head.name.text.as_str()));
            self.diagnostics.push_once(match near {
                Some(near) => problem.help(format!("do you mean `{near}`?")),
                None => problem,
            });
        }
        known.map(|value| (found, value))
    }

    fn report_missing(&mut self, name: &Word) {
        let message = format!("the constant `{}` has no value", name.text);
        let help = "write the value inside of the element, or refer to that of an enum with `valueRef`";
        self.report(codes::VALUE, message, name.span, help);
    }
}
