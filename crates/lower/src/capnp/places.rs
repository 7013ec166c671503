//! The places of members, for people.

use super::enumeration;
use super::record::{Field, lay_out, scalar};
use super::wrapped::wrapped;
use crate::Options;
use crate::place::of_members;
use crate::plan::struct_decls;
use polywire_ir::types::Types;
use polywire_model::capnp_layout::Slot;
use polywire_model::{DeclId, Model, Type};

/// Returns the ordinals of members, and their places in the sections of the struct.
pub(crate) fn places(model: &Model, id: DeclId) -> Vec<Option<String>> {
    let ordinal = |it: Option<u16>| it.map(|it| format!("@{it}"));
    let ordinals = of_members(model, id, |it| ordinal(it.attrs.capnp_ordinal), |it| ordinal(it.attrs.capnp_ordinal));
    let wrapped = wrapped(model, &Options::default());
    let model = &wrapped.model;
    let structs = struct_decls(model);
    let Some(record) = structs.iter().find(|it| std::ptr::eq(it.decl, model.decl(id))) else { return ordinals };
    let types = Types::of_model(model);
    let laid_out = lay_out(model, (&types, &enumeration::ordinals(model)), record, &mut Vec::new());
    let slots = laid_out.fields.iter().zip(&record.it.fields).map(|(place, field)| in_words(&types, place, &field.ty));
    let joined = |(ordinal, place): (Option<String>, Option<String>)| {
        let parts: Vec<String> = ordinal.into_iter().chain(place).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    };
    ordinals.into_iter().zip(slots).map(joined).collect()
}

fn in_words(types: &Types, field: &Field, ty: &Type) -> Option<String> {
    let slot = |slot: Slot| match slot {
        Slot::Nothing => None,
        Slot::Data(bit) => Some(match scalar(types, &types.of(ty)).map(|it| it.bits) {
            Some(bits) if bits >= 8 => {
                format!("bytes {} to {} of the data section", bit / 8, (bit + u32::from(bits)) / 8 - 1)
            }
            _ => format!("bit {} of byte {} of the data section", bit % 8, bit / 8),
        }),
        Slot::Pointer(index) => Some(format!("pointer {index}")),
    };
    match field {
        Field::Plain(plain) => slot(plain.slot),
        Field::Optional(optional) => slot(optional.slot),
        Field::Union(union) => union.tag.map(|bit| format!("discriminant in bytes {} to {}", bit / 8, bit / 8 + 1)),
        Field::Group(_) => Some("a group in the same sections".to_owned()),
    }
}
