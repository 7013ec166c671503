//! Enums.

use super::{Decl, DeclId, Printer, names, ty};
use polywire_model::attr::CorbaForm;
use polywire_model::{Enum, Meaning};

impl Printer<'_> {
    pub(super) fn enumeration(&mut self, id: DeclId, decl: &Decl, it: &Enum) {
        self.doc(&decl.doc);
        let own = names::escaped(self.names.own(id));
        let members = it.members.iter().enumerate();
        let members: Vec<_> = members.map(|(at, it)| (self.names.enumerator(id, at).to_owned(), it.clone())).collect();
        if !is_enum(it) {
            let width = ty::integer(it.bits, it.signed, (Meaning::Number, &CorbaForm::default()), false);
            self.out.line(format!("typedef {width} {own};"));
            for (name, member) in members {
                let Some(number) = number(it, member.number) else {
                    self.lost.push(format!(
                        "the enumerator {}.{}: omniidl refuses its number",
                        decl.path(),
                        member.name
                    ));
                    continue;
                };
                self.doc(&member.doc);
                self.out.line(format!("const {own} {} = {number};", names::escaped(&name)));
            }
            return;
        }
        self.out.open(&format!("enum {own}"));
        let last = members.len() - 1;
        for (at, (name, member)) in members.into_iter().enumerate() {
            self.doc(&member.doc);
            self.out.line(format!("{}{}", names::escaped(&name), if at == last { "" } else { "," }));
        }
        self.out.leave("};");
    }
}

/// Returns true if the numbers are those that IDL gives to enumerators, and there are no others.
pub(super) fn is_enum(it: &Enum) -> bool {
    let are_places = it.members.iter().zip(0..).all(|(member, place)| member.number == place);
    it.bits == 32 && !it.open && !it.flags && !it.members.is_empty() && are_places
}

fn number(it: &Enum, number: i64) -> Option<String> {
    match (it.signed, it.bits) {
        (true, 8) => Some((number as u8).to_string()),
        (true, bits) => super::constant::signed(number.into(), bits),
        (false, _) => Some((number as u64).to_string()),
    }
}
