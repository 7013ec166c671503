//! What a schema in another language cannot say, by name.

use polywire_model::{Case, DeclId, DeclKind, Field, Literal, Model, Presence, Text, Type};

/// A default other than that of a new value.
pub(crate) struct Default<'m> {
    /// The field; `None` for a case of a union.
    pub field: Option<&'m Field>,
    /// The type of the member.
    pub ty: Option<&'m Type>,
    /// The value; `None` for that of a list or a struct.
    pub literal: Option<&'m Literal>,
}

impl Default<'_> {
    /// Returns true if the member may have no value.
    pub fn is_optional(&self) -> bool {
        self.field.is_some_and(|it| it.presence == Presence::Optional)
    }
}

/// Names the defaults of all types that are not kept.
pub(crate) fn lost_defaults(model: &Model, is_kept: &dyn Fn(&Default<'_>) -> bool) -> Vec<String> {
    let all = (0..model.decls.len() as u32).map(DeclId);
    all.flat_map(|id| of_type(model, id, is_kept)).collect()
}

/// Names the defaults of a type, for languages without defaults.
pub fn defaults_of(model: &Model, id: DeclId) -> Vec<String> {
    of_type(model, id, &|_| false)
}

fn of_type(model: &Model, id: DeclId, is_kept: &dyn Fn(&Default<'_>) -> bool) -> Vec<String> {
    let decl = model.decl(id);
    let stated: Vec<(&str, Default<'_>)> = match &decl.kind {
        DeclKind::Struct(it) => {
            // The label that a case keeps has no default of its own.
            let is_label = it.fields.first().and_then(of_field).is_some() && is_labelled(model, id);
            let own = it.fields.iter().skip(usize::from(is_label));
            own.filter_map(|it| Some((it.name.as_str(), of_field(it)?))).collect()
        }
        DeclKind::Union(it) => it.cases.iter().filter_map(|it| Some((it.name.as_str(), of_case(it)?))).collect(),
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    };
    let lost = stated.iter().filter(|(_, default)| !is_kept(default));
    lost.map(|(name, _)| format!("the default of {}.{name}", decl.path())).collect()
}

/// Returns true for the struct of a case's label and value.
fn is_labelled(model: &Model, id: DeclId) -> bool {
    let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
        DeclKind::Union(it) => Some(it),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let mut kept = unions.flat_map(|it| &it.cases).filter(|case| case.keeps_label());
    kept.any(|case| case.ty == Some(Type::Named(id)))
}

fn of_field(it: &Field) -> Option<Default<'_>> {
    let literal = it.default.as_ref().filter(|default| !default.is_zero() && !is_number_zero(&it.ty, default));
    let is_stated = literal.is_some() || !it.default_elements.is_empty() || it.attrs.capnp_default.is_some();
    is_stated.then_some(Default { field: Some(it), ty: Some(&it.ty), literal })
}

/// Returns true for the text with which decimal numbers begin, which no schema states.
fn is_number_zero(ty: &Type, default: &Literal) -> bool {
    match (ty, default) {
        (Type::Text(Text { decimal: Some(decimal), .. }), Literal::Text(text)) => *text == decimal.zero(),
        _ => false,
    }
}

fn of_case(it: &Case) -> Option<Default<'_>> {
    let literal = it.default.as_ref().filter(|it| !it.is_zero());
    let is_stated = literal.is_some() || it.attrs.capnp_default.is_some();
    is_stated.then_some(Default { field: None, ty: it.ty.as_ref(), literal })
}
