//! Unions as enums of their cases' values.

use super::ViewPrinter;
use super::read::Wanted;
use crate::rust::docs;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Access, FuncId, Getter, ListView, Role, StructView};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_> {
    /// Prints the enums of a struct's unions.
    pub(super) fn unions(&self, out: &mut Source, view: &StructView) {
        let record = self.unit.types.record(view.record);
        for (index, (field, access)) in record.fields.iter().zip(&view.fields).enumerate() {
            let (Type::Union(id), Access::Union { cases, .. }) = (&field.ty, access) else { continue };
            self.union(out, self.names.union(view.record, index), (*id, cases));
        }
    }

    /// Prints the enum of a list's elements, if they are unions.
    pub(super) fn union_of_elements(&self, out: &mut Source, view: &ListView) {
        if let Type::Union(id) = view.element {
            self.union(out, self.names.held(view.get), (id, &view.cases));
        }
    }

    fn union(&self, out: &mut Source, name: &str, (id, getters): (UnionId, &[Option<Getter>])) {
        let it = self.unit.types.union(id);
        let lifetime = if self.union_borrows(id, getters) { "<'a>" } else { "" };
        out.blank();
        match it.name.doc.trim() {
            "" => out.line(format!("/// A `{}` in a message.", it.name.dotted())),
            _ => docs::print(out, &it.name.doc),
        }
        out.line("#[derive(Clone, Copy, Debug)]");
        out.block(format!("pub enum {name}{lifetime} {{"), "}", |out| {
            out.line("/// No case.");
            out.line("None,");
            for ((case, variant), getter) in it.cases.iter().zip(&self.unit.scope.names.union(id).cases).zip(getters) {
                docs::print(out, &case.doc);
                out.line(match case_value(case.ty.as_ref(), *getter) {
                    Some(held) => format!("{variant}({}),", self.value_type(held)),
                    None => format!("{variant},"),
                });
            }
        });
    }

    /// Prints the statements that read a union.
    pub(super) fn held(
        &self,
        out: &mut Source,
        (name, args): (&str, &[String]),
        id: UnionId,
        (held, getters): (FuncId, &[Option<Getter>]),
    ) {
        let it = self.unit.types.union(id);
        let wanted = |get, ty, role| Wanted { get, args: args.to_vec(), ty, role, optional: false, from: "self.from" };
        let word = Type::int(64, false);
        let number = self.read(out, &wanted(held, &word, Role::Value));
        out.block(format!("match {number} {{"), "}", |out| {
            let cases = it.cases.iter().zip(&self.unit.scope.names.union(id).cases).zip(getters).zip(1..);
            for (((case, variant), getter), number) in cases {
                let Some((ty, role)) = case_value(case.ty.as_ref(), *getter) else {
                    out.line(format!("{number} => {},", self.success(&format!("{name}::{variant}"))));
                    continue;
                };
                let Some(getter) = getter else { continue };
                out.block(format!("{number} => {{"), "}", |out| {
                    let value = self.read(out, &wanted(getter.get, ty, role));
                    out.line(self.success(&format!("{name}::{variant}({value})")));
                });
            }
            out.line(format!("_ => {},", self.success(&format!("{name}::None"))));
        });
    }
}

/// Returns the type and the role of a case's value, if it is read in place.
pub(super) fn case_value(ty: Option<&Type>, getter: Option<Getter>) -> Option<(&Type, Role)> {
    let role = getter.map(|getter| getter.role).filter(|role| *role != Role::Object)?;
    ty.map(|ty| (ty, role))
}
