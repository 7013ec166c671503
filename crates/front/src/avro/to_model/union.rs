//! Unions of several types other than null.

use super::Maker;
use super::ty::Place;
use crate::avro::codes;
use crate::avro::tree::{TypeExpr, TypeKind};
use polywire_model::attr::{AvroUnion, CaseAttrs, UnionAttrs};
use polywire_model::{Case, DeclKind, Type, Union};
use polywire_source::{Diagnostic, Span};

impl Maker<'_, '_> {
    /// Declares a union. Null is the absence of a case, unless there is no other branch.
    pub(super) fn union(&mut self, place: &Place, branches: &[TypeExpr], span: Span) -> Type {
        if branches.is_empty() {
            let problem = Diagnostic::error(codes::LIMIT, "a union without branches has no values").at(span, "");
            self.diagnostics.push(problem.help("add a branch, or write `null` in place of the union"));
        }
        // The name is taken before those of types in the union.
        let id = self.add_nested(place.owner, place.name(""), place.span, DeclKind::Union(Union::default()));
        let null = branches.iter().position(TypeExpr::is_null).filter(|_| branches.len() > 1);
        let (labels, cases): (Vec<usize>, Vec<&TypeExpr>) =
            branches.iter().enumerate().filter(|(at, _)| Some(*at) != null).unzip();
        let names = case_names(&cases);
        let cases = cases.iter().zip(names).zip(labels).zip(0..).map(|(((ty, name), label), order)| {
            let case = self.case(place, ty, name, order);
            Case { labels: vec![label as i128], ..case }
        });
        let avro = Some(AvroUnion { null: null.map(|at| at as u32) });
        let cases = cases.collect();
        let attrs = UnionAttrs { avro, ..UnionAttrs::default() };
        // The index of a branch tells the cases apart, whose names are not among those of the fields.
        let union = Union { cases, discriminator: Some(Type::int(32, true)), attrs, ..Union::default() };
        self.model.decls[id.0 as usize].kind = DeclKind::Union(union);
        Type::Named(id)
    }

    fn case(&mut self, place: &Place, ty: &TypeExpr, name: String, order: u32) -> Case {
        let found = self.resolved(&place.within(&name), ty);
        let attrs = CaseAttrs { order: Some(order), avro: found.form, ..CaseAttrs::default() };
        Case { span: ty.span, attrs, ..Case::new(&name, found.ty) }
    }
}

/// Returns the names of the cases of a union with these branches other than null.
pub(super) fn case_names(branches: &[&TypeExpr]) -> Vec<String> {
    let short: Vec<&str> = branches.iter().map(|it| short_name(it)).collect();
    let is_unique = |name: &str| short.iter().filter(|it| **it == name).count() == 1;
    let name = |(it, short): (&&TypeExpr, &&str)| match &it.kind {
        TypeKind::Named(full) if !is_unique(short) => full.replace('.', "_"),
        _ => (*short).to_owned(),
    };
    branches.iter().zip(&short).map(name).collect()
}

fn short_name(ty: &TypeExpr) -> &str {
    match &ty.kind {
        TypeKind::Primitive(it) => it.word(),
        TypeKind::Array(_) => "array",
        TypeKind::Map(_) => "map",
        TypeKind::Union(_) => "union",
        TypeKind::Named(full) => full.rsplit_once('.').map_or(full, |(_, name)| name),
    }
}
