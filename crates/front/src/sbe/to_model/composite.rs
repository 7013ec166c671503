//! Composites as structs.

use super::Maker;
use super::block::Cursor;
use super::value::Value;
use crate::sbe::schema::TypeDecl;
use polywire_model::attr::{SbeStruct, StructAttrs};
use polywire_model::{DeclKind, Field, NamedConstant, Struct};

impl<'a> Maker<'a, '_> {
    /// Makes the struct of a composite, if values of it exist.
    pub(super) fn composite(&mut self, decl: &'a TypeDecl, members: &'a [TypeDecl], name: &[String]) {
        self.check_names("member", members.iter().map(|it| &it.head));
        let Some(id) = self.ids.get(&decl.head.name.span).copied() else {
            // Checks the layout of what only stands in front of something.
            self.member_size(decl);
            return;
        };
        let (mut cursor, mut fields) = (Cursor::default(), Vec::new());
        for member in members {
            self.check_since(&member.head);
            let size = self.member_size(member);
            match self.member_value(member) {
                Some(Value::Constant(constant)) => {
                    self.add_constant(decl.package.as_deref(), name, &member.head, constant)
                }
                Some(Value::Stored(field)) => fields.push(placed(*field, cursor.place(&member.head, size, self))),
                None => {}
            }
        }
        let attrs = StructAttrs {
            sbe: Some(Box::new(SbeStruct {
                size: cursor.size(&decl.head, None, self),
                byte_order: self.schema.byte_order,
                header: None,
                members: members.iter().map(|it| it.head.name.text.clone()).collect(),
            })),
            ..StructAttrs::default()
        };
        self.model.decls[id.0 as usize].kind = DeclKind::Struct(Struct { fields, attrs, ..Struct::default() });
    }

    /// Declares a constant inside of a struct.
    pub(super) fn add_constant(
        &mut self,
        package: Option<&str>,
        outer: &[String],
        head: &crate::sbe::schema::Head,
        constant: NamedConstant,
    ) {
        self.add(package, super::inside(outer, &head.name.text), head, DeclKind::Constant(constant));
    }
}

/// Gives a field its offset.
pub(super) fn placed(mut field: Field, offset: u32) -> Field {
    field.attrs.sbe.offset = Some(offset);
    field
}
