use super::table::{enum_base, needs_table};
use crate::plan::wrap;
use polywire_model::{DeclKind, Model};

/// Returns a model whose types are stored as they are: what FlatBuffers cannot hold by itself is in tables of its own, and
/// enums have the width of messages. `polywire schema --to fbs` prints it.
pub fn tables_of(model: &Model) -> Model {
    let mut model = wrap(model, &|position, ty| needs_table(model, position, ty)).model;
    for decl in &mut model.decls {
        if let DeclKind::Enum(it) = &mut decl.kind
            && !it.flags
            && !it.attrs.flatbuffers
        {
            (it.bits, it.signed) = enum_base(&it.numbers_in_order());
        }
    }
    model
}
