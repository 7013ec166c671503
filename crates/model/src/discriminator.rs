//! Unions whose schema states a discriminator: labels of a type that tell the cases apart.
//!
//! Design: docs/decisions/0098-labels-of-unions.md

use crate::attr::{CaseAttrs, FieldAttrs};
use crate::{Case, Decl, DeclId, DeclKind, Field, Literal, Model, Presence, Struct, Type, Union, pascal_case};
use polywire_source::Span;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

impl Case {
    /// Creates a case with a value, without labels or other facts.
    pub fn new(name: &str, ty: Type) -> Self {
        Self { ty: Some(ty), ..Self::nothing(name) }
    }

    /// Creates a case without a value, labels or other facts.
    pub fn nothing(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ty: None,
            labels: Vec::new(),
            is_default: false,
            default: None,
            boxed: false,
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
            attrs: CaseAttrs::default(),
        }
    }

    /// Returns true if several labels select the case. Its value is a struct, in which the discriminator is the first field
    /// and the value, if the case has one, the second.
    pub fn keeps_label(&self) -> bool {
        self.is_default || self.labels.len() > 1
    }
}

impl Union {
    /// Returns true if it has a name of its own and any number of members share it. Its cases are never members of the
    /// struct around it.
    ///
    /// Design: docs/decisions/0108-unions-with-numbers-of-their-own.md
    pub fn is_shared(&self) -> bool {
        self.discriminator.is_some()
    }
}

impl Model {
    /// Returns the union whose cases are members of a struct that has a field of this type.
    pub fn member_union(&self, ty: &Type) -> Option<(DeclId, &Union)> {
        let Type::Named(id) = ty else { return None };
        self.as_union(*id).filter(|it| !it.is_shared()).map(|it| (*id, it))
    }

    /// Returns, for each field of a struct, whether the cases of its union are members of the struct in formats that tell members
    /// apart by their names. A union with a case that has the name of another member is a member itself, so that each name
    /// occurs once. `names` returns those of the field of an index, or of the cases of its union.
    pub fn cases_are_members<N: Eq + Hash>(
        &self,
        it: &Struct,
        names: &dyn Fn(usize, Option<&Union>) -> HashSet<N>,
    ) -> Vec<bool> {
        let union = |field: &Field| match field.presence {
            Presence::Implicit if !it.is_entry => self.member_union(&field.ty).map(|(_, union)| union),
            Presence::Implicit | Presence::Optional | Presence::Required => None,
        };
        let named: Vec<(bool, HashSet<N>)> = it
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| (union(field).is_some(), names(index, union(field))))
            .collect();
        let mut uses: HashMap<&N, usize> = HashMap::new();
        named.iter().flat_map(|(_, names)| names).for_each(|name| *uses.entry(name).or_default() += 1);
        named.iter().map(|(is_union, names)| *is_union && names.iter().all(|name| uses[name] == 1)).collect()
    }

    /// Declares a union. Each value of a case that several labels select becomes a struct with its label: the struct is
    /// declared beside the union, and its name consists of those of the union and the case.
    pub fn add_union(&mut self, decl: Decl) -> DeclId {
        let id = self.add(decl);
        self.keep_labels(id);
        id
    }

    /// As [`Self::add_union`], for a declared union, once its cases are known.
    pub fn keep_labels(&mut self, id: DeclId) {
        let Some(union) = self.as_union(id).cloned() else { return };
        for (index, case) in union.cases.iter().enumerate().filter(|(_, case)| case.keeps_label()) {
            let kind = DeclKind::Struct(self.labelled(&union, case));
            let name = self.name_of_labelled(id, case);
            let ty = Type::Named(self.add(Decl { name, kind, span: case.span, ..self.undocumented(id) }));
            if let DeclKind::Union(it) = &mut self.decls[id.0 as usize].kind {
                it.cases[index].ty = Some(ty);
            }
        }
    }

    /// Returns the name of the field with the label, if the value of a case keeps it.
    pub fn label_field(&self, case: &Case) -> Option<&str> {
        let Some(Type::Named(id)) = case.ty else { return None };
        let it = self.as_struct(id).filter(|_| case.keeps_label())?;
        it.fields.first().map(|field| field.name.as_str())
    }

    /// Returns the type of the value of a case, without the struct that keeps its label.
    pub fn value_of_case<'m>(&'m self, case: &'m Case) -> Option<&'m Type> {
        match case.ty.as_ref()? {
            Type::Named(id) if case.keeps_label() => self.as_struct(*id)?.fields.get(1).map(|field| &field.ty),
            ty => Some(ty),
        }
    }

    /// Returns the label of a union that holds no case: the first value of the discriminator's type, or if a case has it,
    /// the greatest one that no case has. `None` if each label selects a case.
    pub fn label_of_none(&self, it: &Union) -> Option<i128> {
        let is_default = |case: &Case| case.is_default;
        if it.cases.iter().any(is_default) { None } else { self.free_label(it) }
    }

    fn free_label(&self, it: &Union) -> Option<i128> {
        let is_free = |label: &i128| it.cases.iter().all(|case| !case.labels.contains(label));
        match it.discriminator.as_ref()? {
            Type::Bool => [0, 1].into_iter().find(is_free),
            Type::Int { bits, signed, .. } => {
                let values = 1i128 << (bits - u8::from(*signed));
                let least = if *signed { -values } else { 0 };
                [0].into_iter().chain((least..values).rev()).find(is_free)
            }
            Type::Named(id) => {
                let numbers = self.as_enum(*id)?.members.iter().map(|member| i128::from(member.number));
                numbers.clone().take(1).chain(sorted(numbers).into_iter().rev()).find(is_free)
            }
            Type::Float { .. }
            | Type::Text(_)
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_) => None,
        }
    }

    fn labelled(&self, union: &Union, case: &Case) -> Struct {
        let ty = union.discriminator.clone().unwrap_or(Type::int(32, true));
        let first = case.labels.first().copied().or_else(|| self.free_label(union));
        let default = first.filter(|first| *first != self.first_value(&ty)).map(|first| match ty {
            Type::Bool => Literal::Bool(first != 0),
            _ => Literal::Int(first),
        });
        let label = Field { default, ..Field::new("label", ty) };
        let attrs = FieldAttrs { corba: case.attrs.corba.clone(), ..FieldAttrs::default() };
        let value = case.ty.clone().map(|ty| Field { default: case.default.clone(), attrs, ..Field::new("value", ty) });
        Struct { fields: std::iter::once(label).chain(value).collect(), ..Struct::default() }
    }

    /// Returns the number of a new value of a discriminator's type.
    fn first_value(&self, ty: &Type) -> i128 {
        let Type::Named(id) = ty else { return 0 };
        self.as_enum(*id).and_then(|it| it.members.first()).map_or(0, |member| member.number.into())
    }

    fn name_of_labelled(&self, union: DeclId, case: &Case) -> Vec<String> {
        let decl = self.decl(union);
        let taken = |name: &[String]| self.decls.iter().any(|it| it.module == decl.module && it.name == name);
        let mut name = decl.name.clone();
        if let Some(last) = name.last_mut() {
            last.push_str(&pascal_case(&case.name));
        }
        while taken(&name) {
            name.iter_mut().last().into_iter().for_each(|last| last.push_str("Case"));
        }
        name
    }

    fn undocumented(&self, id: DeclId) -> Decl {
        Decl { doc: String::new(), deprecated: false, ..self.decl(id).clone() }
    }
}

fn sorted(numbers: impl Iterator<Item = i128>) -> Vec<i128> {
    let mut sorted: Vec<i128> = numbers.collect();
    sorted.sort_unstable();
    sorted
}
