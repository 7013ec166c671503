//! Views of unions: the place of the struct around, a method that says which case is held, and one for each case.

use super::ViewPrinter;
use super::read::Wanted;
use super::value::place_arguments;
use crate::go::doc;
use crate::outline::are_read;
use polywire_ir::types::{Named, Type, UnionId};
use polywire_ir::{Access, FuncId, Getter, ListView, Role, StructView};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the views of a struct's unions.
    pub(super) fn unions(&mut self, out: &mut Source, view: &StructView) {
        let record = self.of.unit.types.record(view.record);
        for (index, (field, access)) in record.fields.iter().zip(&view.fields).enumerate() {
            let (Type::Union(id), Access::Union { held, cases }) = (&field.ty, access) else { continue };
            let name = self.of.names.union(view.record, index).to_owned();
            self.heading(out, &name, *id);
            self.declare(out, &name, &view.place);
            let args = place_arguments(&view.place);
            self.union(out, &OfUnion { name, id: *id, args, held: *held, getters: cases });
        }
    }

    /// Prints the view of a list's elements that are unions.
    pub(super) fn held_in_list(&mut self, out: &mut Source, view: &ListView, id: UnionId) {
        let name = self.of.names.held(view.get).to_owned();
        out.blank();
        self.declare_with(out, &name, &view.place, &[["index", "uint64"]]);
        let args = [place_arguments(&view.place), vec!["v.index".to_owned()]].concat();
        self.union(out, &OfUnion { name, id, args, held: view.get, getters: &view.cases });
    }

    fn heading(&self, out: &mut Source, name: &str, id: UnionId) {
        let (it, format) = (self.of.unit.types.union(id), &self.of.unit.module.format);
        out.blank();
        out.line(format!("// {name} is a `{}` in a message of {format}.", it.name.dotted()));
    }

    fn union(&mut self, out: &mut Source, union: &OfUnion<'_>) {
        let it = self.of.unit.types.union(union.id);
        self.which(out, union);
        let names = self.go.names.union(union.id).cases.clone();
        for (((case, names), getter), number) in it.cases.iter().zip(&names).zip(union.getters).zip(1..) {
            let Some((ty, getter)) = case_value(case.ty.as_ref(), *getter) else { continue };
            out.blank();
            let about = doc::member(&case.doc, false);
            match about.is_empty() {
                true => out.line(format!("// {} returns the value if v holds {}, else zero.", names.get, names.get)),
                false => doc::declaration(out, &names.get, &about),
            }
            let value = self.value_type((ty, getter.role));
            let results = self.results(&value, true);
            out.block(format!("func (v {}) {}() {results} {{", union.name, names.get), "}", |out| {
                self.return_unless_held(out, union, number);
                let value = self.read(out, &union.wanted(getter.get, ty, getter.role));
                out.line(self.success(&value));
            });
        }
        if are_read((self.of.unit.types, self.of.views), (union.id, union.getters), self.of.complete) {
            self.owned_union(out, union);
        }
    }

    fn which(&mut self, out: &mut Source, union: &OfUnion<'_>) {
        let names = self.go.names.union(union.id);
        let (package, case) = (names.name.package.clone(), names.case.clone());
        let case = self.go.imports.qualified(&package, &case);
        out.blank();
        out.line("// Which says which value v holds.");
        let results = self.results(&case, false);
        out.block(format!("func (v {}) Which() {results} {{", union.name), "}", |out| {
            let number = self.read(out, &union.wanted(union.held, &WORD, Role::Value));
            out.line(self.success(&format!("{case}({number})")));
        });
    }

    /// Prints the return of a method whose case is not held.
    fn return_unless_held(&mut self, out: &mut Source, union: &OfUnion<'_>, number: u32) {
        if self.of.is_checked() {
            out.line("held, err := v.Which()");
            return out
                .block(format!("if err != nil || held != {number} {{"), "}", |out| out.line("return result, err"));
        }
        let found = self.read(out, &union.wanted(union.held, &WORD, Role::Value));
        out.block(format!("if {found} != {number} {{"), "}", |out| out.line("return result"));
    }

    /// Prints the copy of a union's value.
    fn owned_union(&mut self, out: &mut Source, union: &OfUnion<'_>) {
        let it = self.of.unit.types.union(union.id);
        let target = self.go.named(Named::Union(union.id));
        let names = self.go.names.union(union.id).cases.clone();
        out.blank();
        out.line("// Owned copies the value.");
        out.block(format!("func (v {}) Owned() {} {{", union.name, self.results(&target, true)), "}", |out| {
            let which = self.got(out, "which", "v.Which()");
            out.line(format!("switch {which} {{"));
            for (((case, names), getter), number) in it.cases.iter().zip(&names).zip(union.getters).zip(1..) {
                let role = getter.map_or(Role::Value, |getter| getter.role);
                out.line(format!("case {number}:"));
                out.indented(|out| match &case.ty {
                    None => out.line(format!("result.{}()", names.set)),
                    Some(ty) => {
                        let read = self.got(out, "value", &format!("v.{}()", names.get));
                        let copy = self.copied(out, &read, (ty, role), 0);
                        if matches!(ty, Type::Struct(_) | Type::Union(_)) {
                            out.line(format!("owned := {copy}"));
                            return out.line(format!("result.{}(&owned)", names.set));
                        }
                        out.line(format!("result.{}({copy})", names.set));
                    }
                });
            }
            out.line("}");
            out.line(self.success("result"));
        });
    }
}

static WORD: Type = Type::int(64, false);

/// A union at a place.
struct OfUnion<'v> {
    name: String,
    id: UnionId,
    /// The arguments of its accessors.
    args: Vec<String>,
    held: FuncId,
    getters: &'v [Option<Getter>],
}

impl OfUnion<'_> {
    fn wanted<'t>(&self, get: FuncId, ty: &'t Type, role: Role) -> Wanted<'t> {
        Wanted { get, args: self.args.clone(), ty, role, optional: false, from: "v.from" }
    }
}

/// Returns the type and the accessor of a case's value, if it is read in place.
fn case_value(ty: Option<&Type>, getter: Option<Getter>) -> Option<(&Type, Getter)> {
    let getter = getter.filter(|getter| getter.role != Role::Object)?;
    ty.map(|ty| (ty, getter))
}
