//! What the model can say and no lowering knows yet.

use crate::unsupported::{Gap, Unsupported};
use polywire_model::{Decl, DeclKind, Model, Type};
use polywire_source::Span;

const MAP: Gap = Gap {
    message: "maps are not supported yet",
    help: "write a list of a struct with the fields `key` and `value`; Protocol Buffers writes both alike",
};

const MESSAGE_SET: Gap =
    Gap { message: "MessageSets are not supported yet", help: "use a message with extension ranges" };

/// The parts of a model that stand in the way of any lowering.
pub(crate) fn parts(model: &Model) -> Vec<Unsupported> {
    model.decls.iter().flat_map(parts_of).collect()
}

fn parts_of(decl: &Decl) -> Vec<Unsupported> {
    let map = |name: &str, span: Span| MAP.at(span, format!("{}.{name}", decl.path()));
    match &decl.kind {
        DeclKind::Struct(it) => {
            let maps = it.fields.iter().filter(|field| holds_map(&field.ty)).map(|field| map(&field.name, field.span));
            let set = it.attrs.message_set.then(|| MESSAGE_SET.at(decl.span, decl.path()));
            maps.chain(set).collect()
        }
        DeclKind::Union(it) => {
            let cases = it.cases.iter().filter(|case| case.ty.as_ref().is_some_and(holds_map));
            cases.map(|case| map(&case.name, case.span)).collect()
        }
        DeclKind::Enum(_) => Vec::new(),
    }
}

fn holds_map(ty: &Type) -> bool {
    match ty {
        Type::Map(..) => true,
        Type::List(element) | Type::Array(element, _) => holds_map(element),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text(_)
        | Type::Bytes
        | Type::FixedBytes(_)
        | Type::Named(_) => false,
    }
}
