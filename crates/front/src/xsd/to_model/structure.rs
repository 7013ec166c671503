//! Complex types as structs.

use super::{AllContent, DeclId, DeclKind, Maker, Names, Open, Struct, TypeId, is_any};
use polywire_model::attr::{XmlKind, XmlOrder};
use polywire_model::{Field, Presence};

impl Maker<'_> {
    /// Returns the struct of a named complex type.
    pub(super) fn structure(&mut self, id: TypeId) -> DeclId {
        if let Some(known) = self.structs.get(&id) {
            return *known;
        }
        let head = &self.schema.ty(id).head;
        let name = if is_any(id) { "AnyType".to_owned() } else { head.name.local.clone() };
        let decl = self.add(head, &name, DeclKind::Struct(Struct::default()));
        self.structs.insert(id, decl);
        if let (Some(it), false) = (self.as_struct_mut(decl), name.is_empty()) {
            it.attrs.xml.type_name = Some(head.name.clone());
        }
        self.open.push(Open::Type(decl, id));
        decl
    }

    /// Returns the struct of a type without a name, inside of that of the element that has it.
    pub(super) fn nested_structure(&mut self, owner: DeclId, name: &str, id: TypeId) -> DeclId {
        if let Some(known) = self.structs.get(&id) {
            return *known;
        }
        let span = self.schema.ty(id).head.span;
        let decl = self.add_nested(owner, name, span, DeclKind::Struct(Struct::default()));
        self.model.decls[decl.0 as usize].doc.clone_from(&self.schema.ty(id).head.doc);
        self.structs.insert(id, decl);
        self.open.push(Open::Type(decl, id));
        decl
    }

    /// Gives the struct of a type its members: attributes first, then the content.
    pub(super) fn define(&mut self, decl: DeclId, id: TypeId) {
        let mut names = Names::default();
        let mut fields = self.attributes(decl, id, &mut names);
        let mixed = self.types.is_mixed(id);
        let content = self.types.content(id);
        let order = match &content {
            AllContent::Elements(particle) if self.types.is_all(particle) => XmlOrder::All,
            AllContent::Elements(_) | AllContent::Simple(_) | AllContent::Empty => XmlOrder::Sequence,
        };
        match content {
            AllContent::Simple(ty) => fields.push(self.text(decl, id, &ty, &mut names)),
            AllContent::Elements(particle) if mixed => fields.push(self.mixed(decl, Some(&particle), &mut names)),
            AllContent::Empty if mixed => fields.push(self.mixed(decl, None, &mut names)),
            AllContent::Elements(particle) => self.members(decl, &particle, (&mut fields, &mut names)),
            AllContent::Empty => {}
        }
        if let Some(it) = self.as_struct_mut(decl) {
            it.attrs.xml.order = order;
            it.attrs.xml.mixed = mixed;
        }
        self.set_fields(decl, fields);
    }

    /// Returns the field of simple content.
    fn text(&mut self, decl: DeclId, id: TypeId, ty: &crate::xsd::simple::SimpleType, names: &mut Names) -> Field {
        let name = names.free("value");
        let declared = self.text_type(id);
        let mut field = self.simple_field((decl, &name), declared, ty);
        field.presence = Presence::Implicit;
        field.attrs.xml.kind = XmlKind::Text;
        field.span = self.schema.ty(id).head.span;
        field
    }
}
