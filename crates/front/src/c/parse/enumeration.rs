//! Enums (C11, clause 6.7.2.2).

use super::attribute::Attributes;
use super::scope::Ordinary;
use super::{Parse, Parser};
use crate::c::codes;
use crate::c::tree::{EnumId, Enumerator};
use crate::c::value::Value;
use polywire_model::c::CEnum;

impl Parser<'_> {
    /// Reads `{ … }` of an enum, and the attributes behind it.
    pub fn enum_body(&mut self, id: EnumId, mut attributes: Attributes) -> Parse<()> {
        self.expect("{", "before the enumerators")?;
        let (mut members, mut has_failed) = (Vec::new(), false);
        while !self.is_symbol("}") {
            let start = self.at;
            match self.read_enumerator(&members) {
                Ok(member) => members.push(member),
                Err(reported) => {
                    has_failed = true;
                    self.skip_enumerator();
                    if !self.is_symbol(",") && !self.is_symbol("}") {
                        return Err(reported);
                    }
                }
            }
            let is_last = !self.take_symbol(",");
            self.document(&mut members, start);
            if is_last {
                break;
            }
        }
        if members.is_empty() && !has_failed {
            self.error(codes::SYNTAX, "an enum needs enumerators", "add one");
        }
        self.expect("}", "after the enumerators")?;
        self.attributes(&mut attributes)?;
        let numbers = || members.iter().map(|it: &Enumerator| it.number);
        let found = &mut self.unit.enums[id.0];
        found.facts = CEnum {
            packed: attributes.layout.packed,
            min: numbers().min().unwrap_or_default(),
            max: numbers().max().unwrap_or_default().max(0) as u64,
        };
        found.declared.deprecated |= attributes.deprecated;
        found.members = Some(members);
        Ok(())
    }

    /// The comment behind the comma is that of the enumerator before it.
    fn document(&mut self, members: &mut [Enumerator], start: usize) {
        let doc = self.doc(start);
        if let Some(last) = members.last_mut().filter(|it| it.doc.is_empty()) {
            last.doc = doc;
        }
    }

    fn skip_enumerator(&mut self) {
        while !self.is_symbol(",") && !self.is_symbol("}") && !self.is_symbol(";") && !self.is_end() {
            self.advance();
        }
    }

    fn read_enumerator(&mut self, before: &[Enumerator]) -> Parse<Enumerator> {
        let doc = self.token().doc.clone();
        let (name, span) = self.name("the name of an enumerator")?;
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let number = match self.take_symbol("=") {
            true => self.constant()?.number,
            false => before.last().map_or(0, |it| i128::from(it.number) + 1),
        };
        let Ok(number) = i64::try_from(number) else {
            let message = format!("the number {number} of `{name}` is larger than 64 bits with a sign");
            return Err(self.error_at(span, codes::UNSUPPORTED, &message, "use an integer for the member"));
        };
        if let Some(first) = self.scope.ordinary.get(&name).map(Ordinary::span) {
            return Err(self.clash(&name, span, first));
        }
        let bits = if i32::try_from(number).is_ok() || u32::try_from(number).is_ok() { 32 } else { 64 };
        let value = Value { number: number.into(), bits, signed: bits == 64 || i32::try_from(number).is_ok() };
        self.scope.ordinary.insert(name.clone(), Ordinary::Enumerator(value, span));
        Ok(Enumerator { name, number, span, doc, deprecated: attributes.deprecated })
    }
}
