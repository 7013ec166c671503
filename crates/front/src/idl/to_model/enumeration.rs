//! Enums and bitmasks.

use super::ty::width_of;
use super::{Maker, annotation, empty_enum, facts};
use crate::idl::tree::{self, Annotation, Bitmask, DefId, Definition, Value};
use polywire_model::attr::{CorbaKind, EnumAttrs};
use polywire_model::{DeclKind, Enum, Enumerator};

impl<'a> Maker<'a> {
    pub(super) fn enumeration(&mut self, definition: &'a Definition, id: DefId, members: &'a [tree::Enumerator]) {
        let members: Vec<Enumerator> = members.iter().map(|it| enumerator(it, it.number)).collect();
        let signed = members.iter().any(|it| it.number < 0);
        self.define_enum(
            (definition, id),
            Enum { bits: bits(&definition.annotations), signed, members, ..empty_enum() },
        );
    }

    /// The number of a flag is that of its bit alone.
    pub(super) fn bitmask(&mut self, definition: &'a Definition, id: DefId, it: &'a Bitmask) {
        let members = it.flags.iter().map(|flag| enumerator(flag, 1i64.checked_shl(flag.number as u32).unwrap_or(0)));
        let members = members.collect();
        let bits = width_of(it.bits.into());
        self.define_enum((definition, id), Enum { bits, flags: true, open: true, members, ..empty_enum() });
    }

    fn define_enum(&mut self, (definition, id): (&Definition, DefId), it: Enum) {
        let attrs = EnumAttrs { corba: facts(definition, CorbaKind::Plain), ..EnumAttrs::default() };
        let declared = self.declared[&id];
        self.model.decls[declared.0 as usize].kind = DeclKind::Enum(Enum { attrs, ..it });
    }
}

/// An enum has 32 bits, unless `@bit_bound` says that fewer are enough.
fn bits(all: &[Annotation]) -> u8 {
    match annotation::find(all, "bit_bound").and_then(|it| annotation::parameter(it, "value")) {
        Some(Value::Integer(1..=8)) => 8,
        Some(Value::Integer(9..=16)) => 16,
        _ => 32,
    }
}

fn enumerator(it: &tree::Enumerator, number: i64) -> Enumerator {
    Enumerator { name: it.name.clone(), number, doc: it.doc.clone(), deprecated: false, span: it.span }
}
