//! Messages that are values, or contain some.

use super::super::Cdr;
use super::super::form::Form;
use super::super::read::Layout;
use super::spot::Spot;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Place, VarId};

impl Cdr<'_> {
    /// Returns true if the state of values is needed to write a type as a message.
    pub(in crate::cdr) fn writes_values(&self, id: StructId) -> bool {
        self.values.as_ref().is_some_and(|it| it.holds.has(id.into()) || it.structs[id.0 as usize].is_some())
    }

    /// Reads a message. One of a valuetype is a value of it.
    pub(in crate::cdr) fn read_top(&self, b: &mut FunctionBuilder, id: StructId, place: Place, layout: Layout) {
        match self.values.as_ref().and_then(|values| values.messages[id.0 as usize].as_ref()) {
            Some(message) => layout.call(b, message.read, place),
            None => self.call_reader(b, id.into(), place, layout),
        }
    }

    pub(in crate::cdr) fn write_top(&self, b: &mut FunctionBuilder, id: StructId, place: Place, origin: VarId) {
        if !self.writes_values(id) {
            return self.call(b, self.codecs[id].encode, place, origin);
        }
        let spot = Spot::outermost(b, origin);
        let members = (&Type::Struct(id), Form::PLAIN);
        match self.values.as_ref().and_then(|values| values.structs[id.0 as usize].as_ref()) {
            Some(of) => self.write_value(b, (of, true), members, place, spot),
            None => self.write_held(b, members, place, spot),
        };
    }

    /// Appends what is a message as far as values are concerned: their numbers begin in it.
    pub(in crate::cdr) fn write_on_its_own(
        &self,
        b: &mut FunctionBuilder,
        (ty, form): (&Type, Form<'_>),
        place: Place,
        origin: VarId,
    ) {
        match self.holds_values(ty) {
            true => {
                let spot = Spot::outermost(b, origin);
                self.write_held(b, (ty, form), place, spot);
            }
            false => self.write(b, (ty, form), place, origin),
        }
    }
}
