//! Enums, whose names are declared in the scope around them, and bitmasks, whose names are inside of them.

use super::facts::{State, What};
use super::scope::Target;
use super::{Head, Resolver};
use crate::idl::ast::{EnumeratorDecl, Word};
use crate::idl::codes;
use crate::idl::tree::{Annotation, Bitmask, DefId, Enumerator, Kind, Value};
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    pub fn enumeration(&mut self, name: &Word, decls: &[EnumeratorDecl], head: Head) -> DefId {
        let id = self.define(name, head, What::Enum, State::Complete);
        let mut enumerators = Vec::new();
        for (place, decl) in decls.iter().enumerate() {
            let enumerator = self.enumerator(decl, "value", place as i64);
            self.declare(&decl.name, Target::Enumerator(id, place));
            enumerators.push(enumerator);
        }
        self.check_numbers(&enumerators, "value");
        self.specification.definitions[id.0].kind = Kind::Enum(enumerators);
        id
    }

    pub fn bitmask(&mut self, name: &Word, decls: &[EnumeratorDecl], head: Head) -> DefId {
        let bound = number(&head.annotations, "bit_bound").unwrap_or((32, name.span));
        let id = self.define(name, head, What::Bitmask, State::Complete);
        let flags = self.inside(id, name, None, |it| it.flags(id, decls));
        let bits = self.bit_bound(bound);
        if let Some(flag) = flags.iter().find(|flag| !(0..i64::from(bits)).contains(&flag.number)) {
            let message = format!("the position of `{}` is {}, outside of {bits} bits", flag.name, flag.number);
            let error = Diagnostic::error(codes::VALUE, message).at(flag.span, "");
            self.diagnostics.push(error.help("write `@bit_bound` with more bits, up to 64, before the bitmask"));
        }
        self.check_numbers(&flags, "position");
        self.specification.definitions[id.0].kind = Kind::Bitmask(Bitmask { bits, flags });
        id
    }

    fn flags(&mut self, id: DefId, decls: &[EnumeratorDecl]) -> Vec<Enumerator> {
        let mut flags: Vec<Enumerator> = Vec::new();
        for (place, decl) in decls.iter().enumerate() {
            let next = flags.last().map_or(0, |last| last.number.saturating_add(1));
            let flag = self.enumerator(decl, "position", next);
            self.declare(&decl.name, Target::Enumerator(id, place));
            flags.push(flag);
        }
        flags
    }

    fn bit_bound(&mut self, (bits, span): (i128, Span)) -> u8 {
        if (1..=64).contains(&bits) {
            return bits as u8;
        }
        let error = Diagnostic::error(codes::VALUE, format!("a bitmask cannot have {bits} bits")).at(span, "");
        self.diagnostics.push(error.help("write a number from 1 to 64"));
        64
    }

    fn enumerator(&mut self, decl: &EnumeratorDecl, annotation: &str, number_of_place: i64) -> Enumerator {
        let annotations = self.annotations(&decl.annotations);
        let number = match number(&annotations, annotation) {
            Some((number, span)) => i64::try_from(number).unwrap_or_else(|_| {
                let error = Diagnostic::error(codes::VALUE, format!("{number} does not fit into 64 bits"));
                self.diagnostics.push(error.at(span, "").help("write a smaller number"));
                number_of_place
            }),
            None => number_of_place,
        };
        let (name, span) = (decl.name.text.clone(), decl.name.span);
        Enumerator { name, number, doc: decl.doc.clone(), span, annotations }
    }

    fn check_numbers(&mut self, enumerators: &[Enumerator], annotation: &str) {
        let mut by_number = std::collections::HashMap::new();
        for enumerator in enumerators {
            if let Some(before) = by_number.insert(enumerator.number, enumerator.span) {
                let message = format!("the {annotation} of `{}` is {}, as before", enumerator.name, enumerator.number);
                let error = Diagnostic::error(codes::VALUE, message).at(enumerator.span, "").related(before, "here");
                self.diagnostics.push(error.help(format!("change one of them by `@{annotation}`")));
            }
        }
    }
}

/// The number that an annotation states.
fn number(annotations: &[Annotation], name: &str) -> Option<(i128, Span)> {
    let found = annotations.iter().find(|annotation| annotation.name == name)?;
    match found.parameters.first() {
        Some((_, Value::Integer(number))) => Some((*number, found.span)),
        _ => None,
    }
}
