//! Enums and flags.

use super::base_type::{BaseType, INT32, Kind};
use super::{Declared, Maker, duplicate};
use crate::fbe::ast::{EnumConst, EnumDecl, EnumValue, ItemKind, Word};
use crate::fbe::codes;
use polywire_model::{DeclKind, Enumerator};
use polywire_source::{Diagnostic, Span, closest};
use std::collections::HashMap;

impl<'a> Maker<'a, '_> {
    pub(super) fn define_enums(&mut self) {
        for declared in self.by_id.clone() {
            if let ItemKind::Enum(decl) = &declared.item.kind {
                self.define_enum(declared, decl);
            }
        }
    }

    fn define_enum(&mut self, declared: Declared<'a>, decl: &'a EnumDecl) {
        let base = self.enum_base(decl);
        let members = self.enum_members(base, decl);
        self.types.insert(declared.id, base);
        if let DeclKind::Enum(it) = &mut self.model.decls[declared.id.0 as usize].kind {
            let (bits, signed) = base.integer().unwrap_or((32, true));
            // The bits of flags are a set, whatever the base says.
            (it.bits, it.signed) = (bits, signed && !decl.is_flags);
            it.attrs.fbe.base = decl.base.as_ref().map(|_| base.name);
            it.members = members;
        }
    }

    fn enum_base(&mut self, decl: &EnumDecl) -> BaseType {
        let Some(name) = &decl.base else { return INT32 };
        let base = BaseType::find(&name.text).filter(|base| match base.kind {
            Kind::Character { .. } => !decl.is_flags,
            _ => base.integer().is_some(),
        });
        base.unwrap_or_else(|| {
            let message =
                format!("`{}` cannot be the base of {}", name.text, if decl.is_flags { "flags" } else { "an enum" });
            let help = if decl.is_flags { "use an integer type" } else { "use an integer type, `char` or `wchar`" };
            self.diagnostics.push(Diagnostic::error(codes::NOT_A_TYPE, message).at(name.span, "").help(help));
            INT32
        })
    }

    fn enum_members(&mut self, base: BaseType, decl: &'a EnumDecl) -> Vec<Enumerator> {
        let mut known: HashMap<&str, (&Word, i128)> = HashMap::new();
        let mut members = Vec::new();
        let mut next = 0;
        for value in &decl.values {
            let number = self.enum_number(decl, value, &known, next);
            let number = self.in_range(base, decl.is_flags, number, value_span(value));
            next = number.saturating_add(1);
            if let Some((first, _)) = known.get(value.name.text.as_str()) {
                self.diagnostics.push(duplicate("value", &value.name, first));
                continue;
            }
            known.insert(&value.name.text, (&value.name, number));
            members.push(Enumerator {
                name: value.name.text.clone(),
                // Numbers of 64 bits without a sign keep their bits.
                number: number as i64,
                doc: value.doc.clone(),
                deprecated: value.attributes.deprecated,
                span: value.name.span,
            });
        }
        members
    }

    fn enum_number(
        &mut self,
        decl: &EnumDecl,
        value: &EnumValue,
        known: &HashMap<&str, (&Word, i128)>,
        next: i128,
    ) -> i128 {
        match &value.value {
            Some(EnumConst::Number(number, _)) => *number,
            Some(EnumConst::Names(names)) => {
                if let (false, [_, second, ..]) = (decl.is_flags, names.as_slice()) {
                    let problem = Diagnostic::error(codes::VALUE, "the values of an enum cannot be joined");
                    self.diagnostics.push(problem.at(second.span, "").help("declare it with `flags`"));
                }
                names.iter().fold(0, |sum, name| sum | self.known_number(name, known))
            }
            None if decl.is_flags => {
                let message = format!("the flag `{}` has no value", value.name.text);
                let help = "write `= 0x1`, or other flags joined by `|`";
                self.diagnostics.push(Diagnostic::error(codes::VALUE, message).at(value.name.span, "").help(help));
                0
            }
            None => next,
        }
    }

    fn known_number(&mut self, name: &Word, known: &HashMap<&str, (&Word, i128)>) -> i128 {
        if let Some((_, number)) = known.get(name.text.as_str()) {
            return *number;
        }
        let mut names: Vec<&str> = known.keys().copied().collect();
        names.sort_unstable();
        let help = match closest(&name.text, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "it must be declared before it is used".to_owned(),
        };
        let message = format!("there is no value `{}` before this one", name.text);
        self.diagnostics.push(Diagnostic::error(codes::UNKNOWN_NAME, message).at(name.span, "").help(help));
        0
    }

    fn in_range(&mut self, base: BaseType, is_flags: bool, number: i128, span: Span) -> i128 {
        let Some((least, greatest)) = base.range() else { return number };
        // Flags may use the bit of the sign.
        let greatest = if is_flags { greatest - least } else { greatest };
        if (least..=greatest).contains(&number) {
            return number;
        }
        let message = format!("{number} is not between {least} and {greatest}, the values of {}", base.name);
        self.diagnostics.push(Diagnostic::error(codes::VALUE, message).at(span, "").help("choose a wider base"));
        0
    }
}

fn value_span(value: &EnumValue) -> Span {
    match &value.value {
        Some(EnumConst::Number(_, span)) => *span,
        Some(EnumConst::Names(_)) | None => value.name.span,
    }
}
