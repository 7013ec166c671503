use polywire_model::attr::WellKnown;
use polywire_model::{DeclId, DeclKind, Model, Presence, Type};

/// Values of a part of a schema that a format does not preserve, although it supports others of the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The struct that the part belongs to.
    pub owner: DeclId,
    /// Dotted name of the type and field.
    pub path: String,
    /// The effect on the values.
    pub message: &'static str,
}

/// A value that a struct contains: directly, in a list, in a map or as a union's case.
pub(crate) struct HeldValue<'m> {
    pub ty: &'m Type,
    /// The presence of the field; elements and cases are always present.
    pub presence: Presence,
    /// The well-known type, if it is one.
    pub well_known: Option<WellKnown>,
}

/// Returns the losses that a table lists for the values of all structs.
pub(crate) fn of_parts(model: &Model, table: impl Fn(&HeldValue<'_>) -> Option<&'static str>) -> Vec<Loss> {
    let mut losses = Vec::new();
    for (decl, id) in model.decls.iter().zip((0..).map(DeclId)) {
        let DeclKind::Struct(it) = &decl.kind else { continue };
        for field in it.fields.iter().filter(|_| !it.is_entry) {
            let path = format!("{}.{}", decl.path(), field.name);
            each_part(model, (&path, &field.ty, field.presence), &mut |path, part| {
                losses.extend(table(&part).map(|message| Loss { owner: id, path: path.to_owned(), message }));
            });
        }
    }
    losses
}

fn each_part<'m>(
    model: &'m Model,
    (path, ty, presence): (&str, &'m Type, Presence),
    each: &mut dyn FnMut(&str, HeldValue<'m>),
) {
    each(path, HeldValue { ty, presence, well_known: well_known(model, ty) });
    let mut inside = |path: &str, ty| each_part(model, (path, ty, Presence::Implicit), each);
    match ty {
        Type::List(element) | Type::Array(element, _) => inside(path, element),
        Type::Map(entry) => {
            let fields = model.as_struct(*entry).map(|entry| entry.fields.as_slice()).unwrap_or_default();
            fields.iter().for_each(|field| inside(path, &field.ty));
        }
        Type::Named(id) => {
            let cases = model.as_union(*id).map(|union| union.cases.as_slice()).unwrap_or_default();
            for case in cases {
                case.ty.iter().for_each(|ty| inside(&format!("{path}.{}", case.name), ty));
            }
        }
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) | Type::Bytes | Type::FixedBytes(..) => {}
    }
}

fn well_known(model: &Model, ty: &Type) -> Option<WellKnown> {
    let Type::Named(id) = ty else { return None };
    model.as_struct(*id)?.attrs.well_known
}
