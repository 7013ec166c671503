//! Models that CDR does not support.

use super::form::{innermost, is_wide_char};
use crate::Unsupported;
use crate::plan::field_path;
use crate::unsupported::{UnsupportedFeature, unsupported_features};
use polywire_model::attr::{CorbaForm, CorbaKind, CorbaText, GiopVersion};
use polywire_model::{Case, Decl, DeclKind, Field, Model, Type, corba};
use polywire_source::Span;

unsupported_features! {
    /// An enum.
    WIDE_ENUM: "CDR does not support enums of more than 32 bits",
        "declare the enum with at most 32 bits, or use an integer";
    /// A wide character or string.
    WIDE_TEXT: "GIOP 1.0 has no wide characters", "choose `cdr.giop=1.1` or `cdr.giop=1.2`";
    /// A valuetype whose members are written by code of the user.
    CUSTOM_VALUE: "CDR does not know what the code of a custom valuetype writes", "remove `custom`, or use another format";
    /// A native type.
    NATIVE_TYPE: "values of native types cannot be sent", "use another type";
}

/// Returns what CDR does not support in a model.
pub(super) fn of_model(model: &Model) -> Vec<Unsupported> {
    let has_no_wide_text = model.is_corba() && model.options.cdr.giop == GiopVersion::V1_0;
    let mut problems = Vec::new();
    for decl in &model.decls {
        let own = of_kind(decl.corba_kind()).or_else(|| is_custom(decl).then_some(CUSTOM_VALUE));
        problems.extend(own.map(|feature| feature.at(decl.span, decl.path())));
        for member in members(decl) {
            let mut refuse = |feature: UnsupportedFeature| {
                problems.push(feature.at(member.span, field_path(decl, member.name)));
            };
            of_kind(kind_of(model, &member)).into_iter().for_each(&mut refuse);
            if member.is_field && has_wide_enum(model, member.ty) {
                refuse(WIDE_ENUM);
            }
            // An `any` that holds wide characters is refused when it is read or written.
            let is_any = decl.module == [corba::MODULE];
            if has_no_wide_text && !is_any && (member.corba.text == CorbaText::Wide || is_wide_char(member.ty)) {
                refuse(WIDE_TEXT);
            }
        }
    }
    problems
}

fn of_kind(kind: Option<CorbaKind>) -> Option<UnsupportedFeature> {
    match kind? {
        CorbaKind::Native => Some(NATIVE_TYPE),
        _ => None,
    }
}

fn is_custom(decl: &Decl) -> bool {
    decl.corba().is_some_and(|it| it.value.is_custom)
}

/// Returns the kind of the type of a member.
fn kind_of(model: &Model, it: &Member<'_>) -> Option<CorbaKind> {
    match it.ty {
        Type::Named(id) => model.decl(*id).corba_kind(),
        _ => None,
    }
}

/// A member with a value.
pub(crate) struct Member<'m> {
    pub is_field: bool,
    pub name: &'m str,
    pub span: Span,
    /// The innermost type.
    pub ty: &'m Type,
    pub corba: &'m CorbaForm,
}

pub(crate) fn members(decl: &Decl) -> Vec<Member<'_>> {
    match &decl.kind {
        DeclKind::Struct(it) => it.fields.iter().map(Member::of_field).collect(),
        DeclKind::Union(it) => it.cases.iter().filter_map(Member::of_case).collect(),
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}

impl<'m> Member<'m> {
    fn of_field(it: &'m Field) -> Self {
        Self { is_field: true, name: &it.name, span: it.span, ty: innermost(&it.ty), corba: &it.attrs.corba }
    }

    fn of_case(it: &'m Case) -> Option<Self> {
        let ty = innermost(it.ty.as_ref()?);
        Some(Self { is_field: false, name: &it.name, span: it.span, ty, corba: &it.attrs.corba })
    }
}

pub(crate) fn has_wide_enum(model: &Model, ty: &Type) -> bool {
    matches!(ty, Type::Named(id) if model.as_enum(*id).is_some_and(|it| it.bits > 32))
}
