//! Elements as fields, and as documents.

use super::attribute::own_name;
use super::identity::Place;
use super::{AllContent, DeclId, DeclKind, ElementId, Maker, Names, Open, TypeId, is_any};
use crate::xsd::schema::TypeKind;
use polywire_model::attr::{XmlKind, XmlStruct};
use polywire_model::{Field, Presence, Struct, Text, Type, pascal_case};

impl Maker<'_> {
    /// Declares the struct of a global element. A named type is that of the first element that has it.
    pub(super) fn document(&mut self, id: ElementId) {
        let it = self.schema.element(id);
        let Some(ty) = self.types.of_element(id) else { return };
        let head = it.head.clone();
        let is_named = !self.schema.ty(ty).head.name.local.is_empty();
        let is_complex = matches!(self.schema.ty(ty).kind, TypeKind::Complex(_));
        let known = self.structs.get(&ty).copied().filter(|_| is_complex && is_named && !is_any(ty));
        let free = known.filter(|decl| self.model.as_struct(*decl).is_some_and(|it| it.attrs.xml.element.is_none()));
        let is_abstract = self.types.complex(ty).is_some_and(|it| it.is_abstract);
        let may_be_derived = is_complex && is_named && self.may_be_derived(ty);
        let decl = match free.filter(|_| !is_abstract && !may_be_derived) {
            Some(decl) => decl,
            None => {
                let decl = self.add(&head, &head.name.local, DeclKind::Struct(Struct::default()));
                let open = match is_complex {
                    true if may_be_derived => Open::Typed(decl, ty),
                    true => Open::Type(decl, ty),
                    false => Open::Text(decl, id),
                };
                if is_complex && !is_named {
                    self.structs.insert(ty, decl);
                }
                self.open.push(open);
                decl
            }
        };
        self.place(id, || Place::Message(decl));
        let type_name = is_named.then(|| self.schema.ty(ty).head.name.clone());
        let nillable = self.schema.element(id).nillable;
        if let Some(it) = self.as_struct_mut(decl) {
            let order = it.attrs.xml.order;
            *it.attrs.xml = XmlStruct { element: Some(head.name), type_name, order, mixed: false, nillable };
        }
    }

    /// An element of a simple type is a struct with its text.
    pub(super) fn define_text(&mut self, decl: DeclId, id: ElementId) {
        let Some(ty) = self.types.of_element(id) else { return };
        let Some(simple) = self.types.simple(ty) else { return };
        let it = self.schema.element(id);
        let mut field = self.simple_field((decl, "value"), Some(ty), &simple);
        field.attrs.xml.kind = XmlKind::Text;
        if let Some(fixed) = &it.fixed {
            self.set_fixed(&mut field, &simple, &fixed.text);
        }
        field.attrs.xml.empty = it.default.as_ref().map(|it| simple.treated(&it.text));
        field.presence = if it.nillable { Presence::Optional } else { Presence::Implicit };
        field.span = it.head.span;
        self.set_fields(decl, vec![field]);
    }

    /// Returns a member for an element that occurs this often.
    pub(super) fn element_field(
        &mut self,
        owner: DeclId,
        id: ElementId,
        (min, max): (u32, Option<u32>),
        names: &mut Names,
    ) -> Field {
        let it = self.schema.element(id);
        let name = names.free(&it.head.name.local);
        self.place(id, || Place::Member(owner, name.clone()));
        let mut field = self.single_element(owner, id, &name);
        field.presence = if min == 0 || it.nillable { Presence::Optional } else { Presence::Required };
        if max.is_none_or(|max| max > 1) {
            field = self.repeated(owner, field, (min, max));
        }
        field
    }

    /// Returns an element that occurs once.
    pub(super) fn single_element(&mut self, owner: DeclId, id: ElementId, name: &str) -> Field {
        let it = self.schema.element(id);
        let ty = self.types.of_element(id);
        let mut field = match ty {
            Some(ty) if self.types.complex(ty).is_some() => Field::new(name, self.complex_type(owner, name, id, ty)),
            Some(ty) => match self.types.simple(ty) {
                Some(simple) => {
                    let mut field = self.simple_field((owner, name), Some(ty), &simple);
                    if let Some(fixed) = &it.fixed {
                        self.set_fixed(&mut field, &simple, &fixed.text);
                    }
                    field.attrs.xml.empty = it.default.as_ref().map(|it| simple.treated(&it.text));
                    field
                }
                None => Field::new(name, Type::Text(Text::default())),
            },
            None => Field::new(name, Type::Text(Text::default())),
        };
        field.span = it.head.span;
        field.doc.clone_from(&it.head.doc);
        field.attrs.xml.name = own_name(&it.head.name, name);
        field.attrs.xml.nillable = it.nillable;
        field
    }

    fn complex_type(&mut self, owner: DeclId, name: &str, id: ElementId, ty: TypeId) -> Type {
        let is_named = !self.schema.ty(ty).head.name.local.is_empty();
        let decl = match is_named {
            true => self.type_or_union(ty),
            false => self.nested_structure(owner, &type_name(&self.schema.element(id).head.name.local, name), ty),
        };
        Type::Named(decl)
    }

    /// Turns a member into a list. Values that may be null, and lists, are in a struct each.
    pub(super) fn repeated(&mut self, owner: DeclId, mut field: Field, (min, max): (u32, Option<u32>)) -> Field {
        let is_list = matches!(field.ty, Type::List(_));
        if field.attrs.xml.nillable || is_list {
            let mut value = Field { doc: String::new(), ..field.clone() };
            value.name = "value".to_owned();
            if is_list {
                value.attrs.xml.kind = XmlKind::Text;
            }
            value.attrs.xml.name = None;
            value.attrs.xml.nillable = false;
            value.presence = Presence::Implicit;
            let it = match is_list && !field.attrs.xml.nillable {
                true => Struct { fields: vec![value], ..Struct::default() },
                false => Struct::nullable(value),
            };
            let name = type_name(&field.name, &field.name);
            let id = self.add_nested(owner, &format!("{name}Value"), field.span, DeclKind::Struct(it));
            let (name, nillable) = (field.attrs.xml.name.take(), field.attrs.xml.nillable);
            field.ty = Type::Named(id);
            field.attrs.xml = Default::default();
            (field.attrs.xml.name, field.attrs.xml.nillable) = (name, nillable);
        }
        Field {
            ty: Type::list(field.ty),
            presence: Presence::Implicit,
            default: None,
            default_elements: Vec::new(),
            attrs: {
                let mut attrs = field.attrs;
                (attrs.xml.min_occurs, attrs.xml.max_occurs) = (min, max);
                attrs
            },
            ..field
        }
    }

    /// Returns the simple type of simple content, as it is declared.
    pub(super) fn text_type(&self, id: TypeId) -> Option<TypeId> {
        let of_base = |ty: TypeId| match self.types.complex(ty) {
            None => Some(ty),
            Some(it) => match &it.content {
                crate::xsd::schema::Content::Simple(Some(stated), _) => self.schema.find_type(stated),
                // The facets of this type make a type of its own.
                crate::xsd::schema::Content::Simple(None, facets) if !facets.is_empty() => Some(ty),
                _ => None,
            },
        };
        match self.types.content(id) {
            AllContent::Simple(_) => self.types.bases(id).into_iter().find_map(of_base),
            AllContent::Elements(_) | AllContent::Empty => None,
        }
    }
}

/// Returns the name of the type of an element, which is not that of the member.
pub(super) fn type_name(element: &str, member: &str) -> String {
    let name = pascal_case(&super::identifier(element));
    if name == member || name.is_empty() { format!("{name}Type") } else { name }
}
