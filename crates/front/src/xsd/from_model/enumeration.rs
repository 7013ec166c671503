//! Enums, which are texts.

use super::Deriver;
use super::ty::integer;
use crate::xsd::writer::attribute;
use polywire_model::{Decl, DeclId, Enum};
use std::collections::HashSet;

impl Deriver<'_> {
    /// The names of enumerators; numbers without a name are numbers.
    pub(super) fn enumeration(&mut self, id: DeclId, decl: &Decl, it: &Enum) {
        let name = self.names.of_type(id).to_owned();
        self.out.open("simpleType", &[attribute("name", name)]);
        self.out.doc(&decl.doc);
        let number = integer(it.bits, it.signed);
        match (it.members.is_empty(), it.open) {
            (true, _) => self.out.empty("restriction", &[attribute("base", number)]),
            (false, false) => self.enumerators(it),
            (false, true) => {
                self.out.open("union", &[attribute("memberTypes", number)]);
                self.out.open("simpleType", &[]);
                self.enumerators(it);
                self.out.close("simpleType");
                self.out.close("union");
            }
        }
        self.out.close("simpleType");
    }

    fn enumerators(&mut self, it: &Enum) {
        self.out.open("restriction", &[attribute("base", "xs:token")]);
        let mut taken = HashSet::new();
        for member in it.members.iter().filter(|member| taken.insert(&member.name)) {
            let value = [attribute("value", member.name.as_str())];
            if member.doc.is_empty() {
                self.out.empty("enumeration", &value);
                continue;
            }
            self.out.open("enumeration", &value);
            self.out.doc(&member.doc);
            self.out.close("enumeration");
        }
        self.out.close("restriction");
    }
}
