//! Enums.

use super::options::{self, Target};
use super::{Resolver, Site};
use crate::proto::ast::{self, Syntax};
use crate::proto::codes;
use polywire_model::{DeclKind, Enum, Enumerator};
use polywire_source::{Diagnostic, Span};
use std::collections::HashMap;

impl Resolver<'_> {
    pub(super) fn define_enum(&mut self, site: Site<'_>, it: &ast::Enum) {
        self.check_options(Target::Enum, &it.options);
        for value in &it.values {
            self.check_options(Target::EnumValue, &value.options);
        }
        self.check_enum_numbers(it);
        self.check_first_value(site, it);
        self.check_aliases(it);
        self.check_enum_reservations(it);
        let members = it.values.iter().map(|value| Enumerator {
            name: value.name.text.clone(),
            number: value.number.value,
            doc: value.doc.clone(),
            deprecated: options::is_set(&value.options, options::DEPRECATED),
            span: value.name.span,
        });
        let members = members.collect();
        if let Some(id) = self.declared.get(&it.name.span) {
            let open = site.features.open_enums;
            self.model.decls[id.0 as usize].kind = DeclKind::Enum(Enum { bits: 32, signed: true, open, members });
        }
    }

    fn check_enum_numbers(&mut self, it: &ast::Enum) {
        for value in it.values.iter().filter(|value| i32::try_from(value.number.value).is_err()) {
            let range = Diagnostic::error(codes::ENUM_NUMBER, "the number does not fit in 32 bits");
            self.report(range.at(value.number.span, "").help("numbers of enums are −2147483648 to 2147483647"));
        }
    }

    fn check_first_value(&mut self, site: Site<'_>, it: &ast::Enum) {
        if self.is_incomplete {
            return;
        }
        match it.values.first() {
            None => {
                let empty = Diagnostic::error(codes::EMPTY_ENUM, format!("enum `{}` has no values", it.name.text));
                self.report(empty.at(it.name.span, "").help("an enum needs at least one value, which is its default"));
            }
            Some(first) if site.syntax == Syntax::Proto3 && first.number.value != 0 => {
                let message = format!("the first value of proto3 enum `{}` is not zero", it.name.text);
                let nonzero = Diagnostic::error(codes::FIRST_ENUM_VALUE, message).at(first.number.span, "");
                self.report(nonzero.help("begin with a value of number 0, which is the default"));
            }
            Some(_) => {}
        }
    }

    fn check_aliases(&mut self, it: &ast::Enum) {
        let alias_option = options::flag(&it.options, options::ALLOW_ALIAS);
        let mut first_places: HashMap<i64, Span> = HashMap::new();
        let mut has_aliases = false;
        for value in &it.values {
            let Some(first) = first_places.get(&value.number.value) else {
                first_places.insert(value.number.value, value.number.span);
                continue;
            };
            has_aliases = true;
            if !matches!(alias_option, Some((true, _))) {
                let message = format!("two values of enum `{}` have the number {}", it.name.text, value.number.value);
                let twice = Diagnostic::error(codes::ENUM_ALIAS, message)
                    .at(value.number.span, "used again here")
                    .related(*first, "first used here")
                    .help("change one of them, or say `option allow_alias = true;` if it is intended");
                self.report(twice);
            }
        }
        if let Some((true, span)) = alias_option
            && !has_aliases
        {
            let message = format!("enum `{}` allows aliases but has none", it.name.text);
            self.report(Diagnostic::error(codes::ENUM_ALIAS, message).at(span, "").help("remove the option"));
        }
    }
}
