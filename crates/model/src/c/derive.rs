//! Records of C for models of other languages: the members of a struct in order, each in the simplest form of C that has a fixed size.

use super::{CItem, CLayout, CMember, CRecord, CScalar, CText, CType};
use crate::{Decl, DeclId, DeclKind, Field, Meaning, Model, OrderBy, Presence, Struct, Type, Union};
use std::collections::HashSet;

/// A part of a model that has no fixed size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFixed {
    /// The declaration.
    pub decl: DeclId,
    /// The field or case; empty for the declaration itself.
    pub member: String,
    /// Why its size is not fixed.
    pub kind: NotFixedKind,
}

/// The reasons for which a size is not fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFixedKind {
    /// A text without a greatest length.
    Text,
    /// Bytes without a greatest length.
    Bytes,
    /// A list without a greatest length.
    List,
    /// A map.
    Map,
    /// A list or a union at a place where nothing can tell its count or its case: an element, a case, or an optional list.
    Position,
}

/// Returns the model with a record for each struct and union that has none.
///
/// # Errors
/// All that has no fixed size. What the entries of maps hold is not named beside the maps.
pub fn derived(model: &Model) -> Result<Model, Vec<NotFixed>> {
    let mut all = model.clone();
    let mut errors = Vec::new();
    for (decl, index) in model.decls.iter().zip(0..) {
        let deriver = Deriver { model, decl, id: DeclId(index) };
        match &decl.kind {
            DeclKind::Struct(it) if it.attrs.c.is_none() && !it.is_entry => {
                let record = deriver.of_struct(it, &mut errors);
                if let DeclKind::Struct(it) = &mut all.decls[index as usize].kind {
                    it.attrs.c = Some(Box::new(record));
                }
            }
            DeclKind::Union(it) if it.attrs.c.is_none() => {
                let record = deriver.of_union(it, &mut errors);
                if let DeclKind::Union(it) = &mut all.decls[index as usize].kind {
                    it.attrs.c = Some(Box::new(record));
                }
            }
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
    }
    if errors.is_empty() { Ok(all) } else { Err(errors) }
}

struct Deriver<'m> {
    model: &'m Model,
    decl: &'m Decl,
    id: DeclId,
}

/// The member that tells about another one.
enum Told {
    /// Whether it has a value.
    Presence,
    /// Its number of elements.
    Count,
    /// Its case, in a number of this type.
    Tag(CScalar),
}

impl Deriver<'_> {
    fn of_struct(&self, it: &Struct, errors: &mut Vec<NotFixed>) -> CRecord {
        let mut names: HashSet<String> = it.fields.iter().map(|field| field.name.clone()).collect();
        let mut items = Vec::new();
        for index in self.model.fields_in_order(it, OrderBy::Lock) {
            let field = &it.fields[index];
            match self.of_field(field) {
                Ok((ty, told)) => add(&mut items, &mut names, &field.name, (ty, told)),
                Err(kind) => errors.push(NotFixed { decl: self.id, member: field.name.clone(), kind }),
            }
        }
        CRecord { name: self.name("struct"), items, ..CRecord::default() }
    }

    fn of_union(&self, it: &Union, errors: &mut Vec<NotFixed>) -> CRecord {
        let mut items = Vec::new();
        for case in &it.cases {
            match self.model.value_of_case(case).map(|ty| self.plain(ty)) {
                Some(Ok(ty)) => items.push(CItem::Member(member(&case.name, ty, None))),
                Some(Err(kind)) => errors.push(NotFixed { decl: self.id, member: case.name.clone(), kind }),
                None => {}
            }
        }
        CRecord { name: self.name("union"), items, overlap: true, ..CRecord::default() }
    }

    fn name(&self, keyword: &str) -> String {
        format!("{keyword} {}", self.decl.path().replace('.', "_"))
    }

    fn of_field(&self, field: &Field) -> Result<(CType, Option<Told>), NotFixedKind> {
        let is_optional = field.presence == Presence::Optional;
        match &field.ty {
            Type::List(element) => match field.attrs.corba.bounds.first() {
                Some(0) | None => Err(NotFixedKind::List),
                Some(_) if is_optional => Err(NotFixedKind::Position),
                Some(most) => Ok((CType::Array(Box::new(self.plain(element)?), Some(*most)), Some(Told::Count))),
            },
            Type::Bytes => match field.attrs.corba.bounds.first() {
                Some(0) | None => Err(NotFixedKind::Bytes),
                Some(_) if is_optional => Err(NotFixedKind::Position),
                Some(most) => Ok((CType::Array(Box::new(CType::Scalar(OCTET)), Some(*most)), Some(Told::Count))),
            },
            Type::Named(id) if let Some(union) = self.model.as_union(*id) => {
                Ok((CType::Named, Some(Told::Tag(self.tag(union)))))
            }
            ty => Ok((self.plain(ty)?, is_optional.then_some(Told::Presence))),
        }
    }

    /// Returns the type of the tag of a union: 32 bits with a sign, if all its labels fit.
    fn tag(&self, it: &Union) -> CScalar {
        let (bits, signed) = match &it.discriminator {
            Some(Type::Int { bits, signed, .. }) => (*bits, *signed),
            Some(Type::Named(id)) => self.model.as_enum(*id).map_or((32, true), |it| (it.bits, it.signed)),
            _ => (32, true),
        };
        match (bits, signed) {
            (64, _) | (32, false) => CScalar::Exact { bits, signed },
            _ => CScalar::Exact { bits: 32, signed: true },
        }
    }

    /// Returns the type of a value about which no other member tells anything.
    fn plain(&self, ty: &Type) -> Result<CType, NotFixedKind> {
        Ok(match ty {
            Type::Bool => CType::Scalar(CScalar::Bool),
            Type::Int { bits: 8, meaning: Meaning::Character, .. } => CType::Scalar(CScalar::Char),
            Type::Int { bits, signed, .. } => CType::Scalar(CScalar::Exact { bits: *bits, signed: *signed }),
            Type::Float { bits: 32 } => CType::Scalar(CScalar::Float),
            Type::Float { .. } => CType::Scalar(CScalar::Double),
            Type::Text(text) => {
                let len = text.max_len.ok_or(NotFixedKind::Text)?;
                CType::Array(Box::new(CType::Scalar(CScalar::Char)), Some(len.max(1)))
            }
            Type::FixedBytes(len, _) => CType::Array(Box::new(CType::Scalar(OCTET)), Some(*len)),
            Type::Array(element, len) => CType::Array(Box::new(self.plain(element)?), Some(*len)),
            Type::Named(id) => match &self.model.decl(*id).kind {
                DeclKind::Struct(_) => CType::Named,
                DeclKind::Union(_) => return Err(NotFixedKind::Position),
                DeclKind::Constant(_) => CType::Named,
                DeclKind::Enum(it) => match it.attrs.c {
                    Some(facts) => CType::Enum(facts),
                    None => CType::Scalar(CScalar::Exact { bits: it.bits, signed: it.signed }),
                },
            },
            Type::Bytes => return Err(NotFixedKind::Bytes),
            Type::List(_) => return Err(NotFixedKind::Position),
            Type::Map(_) => return Err(NotFixedKind::Map),
        })
    }
}

const OCTET: CScalar = CScalar::Exact { bits: 8, signed: false };

fn add(items: &mut Vec<CItem>, names: &mut HashSet<String>, name: &str, (ty, told): (CType, Option<Told>)) {
    let teller = told.map(|told| {
        let (wanted, ty) = match told {
            Told::Presence => (format!("has_{name}"), CScalar::Bool),
            Told::Count => (format!("{name}_count"), CScalar::Exact { bits: 32, signed: false }),
            Told::Tag(ty) => (format!("{name}_tag"), ty),
        };
        let mut teller = wanted;
        while !names.insert(teller.clone()) {
            teller.push('_');
        }
        items.push(CItem::Teller(member(&teller, CType::Scalar(ty), None)));
        teller
    });
    items.push(CItem::Member(member(name, ty, teller)));
}

fn member(name: &str, ty: CType, told_by: Option<String>) -> CMember {
    CMember { name: name.to_owned(), ty, bits: None, layout: CLayout::default(), told_by, text: CText::Nul }
}
