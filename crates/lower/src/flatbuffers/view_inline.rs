//! Views of inline structs: the bytes of one locate it.

use super::inline::{Inline, Member};
use super::source::load;
use super::view::{Viewing, slot};
use super::view_table::span;
use crate::plan::types_of;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::Type;
use polywire_ir::{ErrorCode, Expr, Function, Getter, ValueType};

/// The value that locates an inline struct.
pub(super) const INLINE: [(&str, ValueType); 1] = [("members", ValueType::Bytes)];

impl Viewing<'_> {
    /// Adds the function that reads a member of an inline struct, and that which locates it.
    pub(super) fn member_getter(
        &self,
        module: &mut ModuleBuilder,
        name: String,
        (it, (offset, member)): (&Inline, &(u32, Member)),
        ty: &Type,
    ) -> Getter {
        let slot = match member {
            Member::Scalar(scalar) => Some(slot(module.add(self.locate_member(&name, *offset, scalar.width())))),
            Member::Struct(_) | Member::Bytes(_) | Member::Array(..) => None,
        };
        Getter { slot, ..Getter::of(module.add(self.member(name, it, (*offset, member), ty))) }
    }

    fn locate_member(&self, name: &str, offset: u32, width: u8) -> Function {
        let mut b = self.function(format!("{name}_slot"));
        let members = b.value_param("members", ValueType::Bytes);
        let at = b.let_("at", u64::from(offset));
        let found = span(&mut b, members, at, u64::from(width).into());
        b.finish(vec![found.into()], vec![ValueType::Bytes])
    }

    fn member(&self, name: String, it: &Inline, (offset, member): (u32, &Member), ty: &Type) -> Function {
        let mut b = self.function(name);
        let members = b.value_param("members", ValueType::Bytes);
        let part = |b: &mut FunctionBuilder, size: u32| {
            let at = b.let_("at", u64::from(offset));
            vec![span(b, members, at, u64::from(size).into()).into()]
        };
        let types = self.flatbuffers.types();
        let yields: Vec<Expr> = match member {
            Member::Scalar(scalar) => {
                let at = (members.into(), 0u64.into(), u64::from(it.size).into());
                let section = b.section("members", at, vec![0; it.size as usize], ErrorCode::BadPointer);
                vec![scalar.checked(&mut b, types, load(section, offset, scalar.width()))]
            }
            Member::Struct(id) => part(&mut b, self.flatbuffers.schema.inline(*id).map_or(0, |it| it.size)),
            Member::Bytes(len) => part(&mut b, *len),
            Member::Array(_, _, len, _) => {
                vec![u64::from(*len).into(), members.into(), u64::from(offset).into(), 0u64.into()]
            }
        };
        b.finish(yields, types_of(&self.results(ty)))
    }
}
