//! Structs and unions, which are complex types.

use super::Deriver;
use super::members::{Member, members};
use crate::xsd::names::is_ncname;
use crate::xsd::writer::attribute;
use polywire_model::{Case, Decl, DeclId, Field, Presence, Struct, Type, Union};
use std::collections::HashSet;

/// How often an element occurs: the least and the greatest number, or `None` for any.
pub(super) type Occurs = (u32, Option<u32>);

/// Any number of elements.
pub(super) const ANY: Occurs = (0, None);

/// What documents say about an element.
struct Element<'e> {
    name: &'e str,
    /// `None` for one without content.
    ty: Option<&'e Type>,
    occurs: Occurs,
    doc: &'e str,
}

impl Deriver<'_> {
    pub(super) fn structure(&mut self, id: DeclId, decl: &Decl, it: &Struct) {
        let members = members(self.model, it);
        self.open_type(id, decl);
        self.out.open("sequence", &[]);
        let mut taken = HashSet::new();
        for member in members {
            match member {
                Member::Field(field) if it.is_nullable => self.nullable_value(field),
                Member::Field(field) if it.is_entry => self.part_of_entry(it, field),
                Member::Field(field) => self.field(decl, field, &mut taken),
                Member::Cases(cases) => self.choice(decl, cases, &mut taken),
            }
        }
        self.out.close("sequence");
        self.out.close("complexType");
    }

    /// A union that is no part of a struct's content.
    pub(super) fn union(&mut self, id: DeclId, decl: &Decl, it: &Union) {
        self.open_type(id, decl);
        self.choice(decl, &it.cases, &mut HashSet::new());
        self.out.close("complexType");
    }

    fn open_type(&mut self, id: DeclId, decl: &Decl) {
        let name = self.names.of_type(id).to_owned();
        self.out.open("complexType", &[attribute("name", name)]);
        self.out.doc(&decl.doc);
    }

    /// A value that may be null is an element, which an absent one lacks.
    fn nullable_value(&mut self, field: &Field) {
        self.element(&Element { name: "value", ty: Some(&field.ty), occurs: (0, Some(1)), doc: &field.doc });
    }

    fn part_of_entry(&mut self, entry: &Struct, field: &Field) {
        let is_key = entry.fields.first() == Some(field);
        let name = if is_key { "key" } else { "value" };
        self.element(&Element { name, ty: Some(&field.ty), occurs: (1, Some(1)), doc: &field.doc });
    }

    /// A list or map is an element for each of its elements, if its absence means that it has none.
    fn field<'f>(&mut self, decl: &Decl, it: &'f Field, taken: &mut HashSet<&'f str>) {
        if !self.can_be(decl, &it.name, taken) {
            return;
        }
        let entry = match &it.ty {
            Type::Map(entry) => Some(Type::Named(*entry)),
            _ => None,
        };
        let is_repeated = it.presence == Presence::Implicit && it.default_elements.is_empty();
        let (ty, occurs) = match (&it.ty, &entry) {
            (Type::List(element), _) if is_repeated => (&**element, ANY),
            (Type::Map(_), Some(entry)) if is_repeated => (entry, ANY),
            (ty, _) => (ty, (u32::from(it.presence == Presence::Required), Some(1))),
        };
        self.element(&Element { name: &it.name, ty: Some(ty), occurs, doc: &it.doc });
    }

    /// The element of a case, or none.
    fn choice<'c>(&mut self, decl: &Decl, cases: &'c [Case], taken: &mut HashSet<&'c str>) {
        let cases: Vec<&Case> = cases.iter().filter(|it| self.can_be(decl, &it.name, taken)).collect();
        if cases.is_empty() {
            return;
        }
        self.out.open("choice", &[attribute("minOccurs", "0")]);
        for it in cases {
            self.element(&Element { name: &it.name, ty: it.ty.as_ref(), occurs: (1, Some(1)), doc: &it.doc });
        }
        self.out.close("choice");
    }

    /// Returns false for a member that `xml` refuses.
    fn can_be<'n>(&mut self, decl: &Decl, name: &'n str, taken: &mut HashSet<&'n str>) -> bool {
        let reason = match () {
            () if !is_ncname(name) => "this is no name in XML",
            () if !taken.insert(name) => "another member of the element has the same name in XML",
            () => return true,
        };
        self.lost.push(format!("the member {}.{name}: {reason}", decl.path()));
        false
    }

    /// Prints elements `item` with the elements of a list.
    pub(super) fn items(&mut self, ty: &Type, occurs: Occurs) {
        self.out.open("complexType", &[]);
        self.out.open("sequence", &[]);
        self.element(&Element { name: "item", ty: Some(ty), occurs, doc: "" });
        self.out.close("sequence");
        self.out.close("complexType");
    }

    fn element(&mut self, it: &Element<'_>) {
        let mut attributes = vec![attribute("name", it.name)];
        let named = it.ty.and_then(|ty| self.type_name(ty));
        attributes.extend(named.iter().map(|name| attribute("type", name.as_str())));
        let (least, most) = it.occurs;
        attributes.extend((least != 1).then(|| attribute("minOccurs", least.to_string())));
        let most = most.map_or("unbounded".to_owned(), |it| it.to_string());
        attributes.extend((most != "1").then(|| attribute("maxOccurs", most)));
        if named.is_some() && it.doc.is_empty() {
            return self.out.empty("element", &attributes);
        }
        self.out.open("element", &attributes);
        self.out.doc(it.doc);
        match it.ty {
            Some(ty) if named.is_none() => self.inside(ty),
            Some(_) => {}
            None => self.out.empty("complexType", &[]),
        }
        self.out.close("element");
    }
}
