//! Enums and sets.

use super::number::literal;
use super::{Maker, duplicate};
use crate::sbe::codes;
use crate::sbe::primitive::Primitive;
use crate::sbe::schema::{EnumDecl, Head, SetDecl, TypeKind, ValidValue, Word};
use polywire_model::attr::EnumAttrs;
use polywire_model::{Enum, Enumerator, Literal};
use polywire_source::Diagnostic;
use std::collections::HashMap;

impl<'a> Maker<'a, '_> {
    /// Returns the primitive type that an enum or a set is stored as.
    pub(super) fn encoding(&mut self, name: &'a Word) -> Option<Primitive> {
        if let Some(primitive) = Primitive::named(&name.text) {
            return Some(primitive);
        }
        let found = self.types.find(name, self.diagnostics)?;
        match &found.kind {
            TypeKind::Simple(it) if it.length.is_none_or(|length| length.value == 1) => Some(it.primitive),
            TypeKind::Simple(_) | TypeKind::Composite(_) | TypeKind::Enum(_) | TypeKind::Set(_) | TypeKind::Ref(_) => {
                let message = format!("`{}` is not a primitive type", name.text);
                self.report(codes::VALUE, message, name.span, "use `char` or an integer, or a type that is one");
                None
            }
        }
    }

    pub(super) fn enumeration(&mut self, it: &'a EnumDecl) -> Enum {
        let primitive = self.encoding(&it.encoding).filter(|primitive| {
            let is_possible = primitive.bounds().is_some();
            if !is_possible {
                self.report(codes::VALUE, "an enum cannot be a float", it.encoding.span, "use `char` or an integer");
            }
            is_possible
        });
        let primitive = primitive.unwrap_or(Primitive::Int { bits: 8, signed: false });
        let members = it.values.iter().filter_map(|value| self.valid_value(primitive, value)).collect();
        self.check_names("value", it.values.iter().map(|value| &value.head));
        self.check_numbers(primitive, &it.values);
        let (bits, signed) = match primitive {
            Primitive::Int { bits, signed } => (bits, signed),
            Primitive::Char | Primitive::Float | Primitive::Double => (8, false),
        };
        Enum { bits, signed, open: true, flags: false, members, attrs: EnumAttrs::default() }
    }

    fn valid_value(&mut self, primitive: Primitive, it: &ValidValue) -> Option<Enumerator> {
        self.check_since(&it.head);
        match self.literal(primitive, &it.value)? {
            // Numbers of 64 bits without a sign keep their bits.
            Literal::Int(number) => Some(enumerator(&it.head, number as i64)),
            Literal::Bool(_) | Literal::Float(_) | Literal::Text(_) | Literal::Bytes(_) => None,
        }
    }

    pub(super) fn set(&mut self, it: &'a SetDecl) -> Enum {
        let primitive = self.encoding(&it.encoding).filter(|primitive| {
            if !primitive.is_unsigned() {
                self.report(
                    codes::VALUE,
                    "a set has to be an unsigned integer",
                    it.encoding.span,
                    "use `uint8`, `uint16`, `uint32` or `uint64`",
                );
            }
            primitive.is_unsigned()
        });
        let bits = (primitive.map_or(8, Primitive::size) * 8) as u8;
        for choice in &it.choices {
            self.check_since(&choice.head);
            if primitive.is_some() && choice.bit.value >= bits {
                let message = format!("`{}` has {bits} bits: there is no bit {}", it.encoding.text, choice.bit.value);
                self.report(codes::VALUE, message, choice.bit.span, "bits are counted from 0");
            }
        }
        self.check_names("choice", it.choices.iter().map(|choice| &choice.head));
        let members = it.choices.iter().map(|choice| enumerator(&choice.head, (1u64 << choice.bit.value) as i64));
        Enum { bits, signed: false, open: true, flags: true, members: members.collect(), attrs: EnumAttrs::default() }
    }

    /// Reports names that occur twice.
    pub(super) fn check_names(&mut self, what: &str, heads: impl Iterator<Item = &'a Head>) {
        let mut known: HashMap<&str, &Word> = HashMap::new();
        for head in heads.filter(|it| !it.name.text.is_empty()) {
            match known.get(head.name.text.as_str()) {
                Some(first) => self.diagnostics.push(duplicate(what, &head.name, first)),
                None => drop(known.insert(&head.name.text, &head.name)),
            }
        }
    }

    fn check_numbers(&mut self, primitive: Primitive, values: &'a [ValidValue]) {
        let mut known: HashMap<i128, &Word> = HashMap::new();
        for value in values {
            let Some(Literal::Int(number)) = literal(primitive, &value.value.text) else { continue };
            let Some(first) = known.insert(number, &value.value) else { continue };
            let message = format!("two values are `{}`", value.value.text);
            let problem = Diagnostic::error(codes::VALUE, message).at(value.value.span, "");
            self.diagnostics.push(problem.related(first.span, "first used here"));
        }
    }
}

fn enumerator(head: &Head, number: i64) -> Enumerator {
    Enumerator {
        name: head.name.text.clone(),
        number,
        doc: head.description.clone(),
        deprecated: head.deprecated.is_some(),
        span: head.name.span,
    }
}
