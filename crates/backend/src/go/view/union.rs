//! Views of unions: the place of the struct around, a method that says which case is held, and one for each case.

use super::ViewPrinter;
use super::read::Wanted;
use super::value::place_arguments;
use crate::go::doc;
use polywire_ir::types::{Named, Type, UnionId};
use polywire_ir::{Access, FuncId, Getter, Role, StructView};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the views of a struct's unions.
    pub(super) fn unions(&mut self, out: &mut Source, view: &StructView) {
        let record = self.of.unit.types.record(view.record);
        for (index, (field, access)) in record.fields.iter().zip(&view.fields).enumerate() {
            let (Type::Union(id), Access::Union { held, cases }) = (&field.ty, access) else { continue };
            self.union(out, (view, index), *id, (*held, cases));
        }
    }

    fn union(
        &mut self,
        out: &mut Source,
        (view, index): (&StructView, usize),
        id: UnionId,
        (held, getters): (FuncId, &[Option<Getter>]),
    ) {
        let name = self.of.names.union(view.record, index).to_owned();
        let it = self.of.unit.types.union(id);
        out.blank();
        out.line(format!("// {name} is a `{}` in a message of {}.", it.name.dotted(), self.of.unit.module.format));
        self.declare(out, &name, &view.place);
        self.which(out, (&name, view), id, held);
        let names = self.go.names.union(id).cases.clone();
        for (((case, names), getter), number) in it.cases.iter().zip(&names).zip(getters).zip(1..) {
            let Some((ty, getter)) = case_value(case.ty.as_ref(), *getter) else { continue };
            out.blank();
            let about = doc::member(&case.doc, false);
            match about.is_empty() {
                true => out.line(format!("// {} returns the value if v holds {}, else zero.", names.get, names.get)),
                false => doc::declaration(out, &names.get, &about),
            }
            let value = self.value_type((ty, getter.role));
            let results = match self.of.is_checked() {
                true => format!("(result {value}, err error)"),
                false => format!("(result {value})"),
            };
            out.block(format!("func (v {name}) {}() {results} {{", names.get), "}", |out| {
                self.held_or_zero(out, view, (held, number));
                let wanted = Wanted {
                    get: getter.get,
                    args: place_arguments(&view.place),
                    ty,
                    role: getter.role,
                    optional: false,
                    from: "v.from",
                };
                let value = self.read(out, &wanted);
                out.line(self.success(&value));
            });
        }
        self.owned_union(out, (&name, view), id, getters);
    }

    fn which(&mut self, out: &mut Source, (name, view): (&str, &StructView), id: UnionId, held: FuncId) {
        let package = self.go.names.union(id).name.package.clone();
        let case = self.go.names.union(id).case.clone();
        let case = self.go.imports.qualified(&package, &case);
        out.blank();
        out.line("// Which says which value v holds.");
        let results = self.results(&case, false);
        out.block(format!("func (v {name}) Which() {results} {{"), "}", |out| {
            let number = self.read(out, &self.number(view, held));
            out.line(self.success(&format!("{case}({number})")));
        });
    }

    /// Prints the return of a method whose case is not held.
    fn held_or_zero(&mut self, out: &mut Source, view: &StructView, (held, number): (FuncId, u32)) {
        let wanted = self.number(view, held);
        match self.of.is_checked() {
            true => {
                out.line("held, err := v.Which()");
                out.block(format!("if err != nil || held != {number} {{"), "}", |out| out.line("return result, err"));
            }
            false => {
                let found = self.read(out, &wanted);
                out.block(format!("if {found} != {number} {{"), "}", |out| out.line("return result"));
            }
        }
    }

    fn number(&self, view: &StructView, held: FuncId) -> Wanted<'static> {
        static WORD: Type = Type::int(64, false);
        let args = place_arguments(&view.place);
        Wanted { get: held, args, ty: &WORD, role: Role::Value, optional: false, from: "v.from" }
    }

    /// Prints the copy of a union's value.
    fn owned_union(
        &mut self,
        out: &mut Source,
        (name, view): (&str, &StructView),
        id: UnionId,
        getters: &[Option<Getter>],
    ) {
        let it = self.of.unit.types.union(id);
        let is_whole = it.cases.iter().zip(getters).all(|(case, getter)| {
            case.ty.as_ref().is_none_or(|ty| case_value(Some(ty), *getter).is_some_and(|_| self.is_copied(ty)))
        });
        if !is_whole || !self.of.complete.contains(&view.record) {
            return;
        }
        let target = self.go.named(Named::Union(id));
        let names = self.go.names.union(id).cases.clone();
        out.blank();
        out.line("// Owned copies the value.");
        out.block(format!("func (v {name}) Owned() {} {{", self.owned_results(&target)), "}", |out| {
            let which = match self.of.is_checked() {
                true => {
                    out.line("which, err := v.Which()");
                    out.block("if err != nil {", "}", |out| out.line("return result, err"));
                    "which"
                }
                false => "v.Which()",
            };
            out.line(format!("switch {which} {{"));
            for ((case, names), number) in it.cases.iter().zip(&names).zip(1..) {
                out.line(format!("case {number}:"));
                out.indented(|out| match &case.ty {
                    None => out.line(format!("result.{}()", names.set)),
                    Some(ty) => {
                        let read = self.got(out, "value", &format!("v.{}()", names.get));
                        let copy = self.copied(out, &read, ty, 0);
                        if matches!(ty, Type::Struct(_) | Type::Union(_)) {
                            out.line(format!("owned := {copy}"));
                            return out.line(format!("result.{}(&owned)", names.set));
                        }
                        out.line(format!("result.{}({copy})", names.set));
                    }
                });
            }
            out.line("}");
            out.line(if self.of.is_checked() { "return result, nil" } else { "return result" });
        });
    }
}

/// Returns the type and the accessor of a case's value, if it is read in place.
fn case_value(ty: Option<&Type>, getter: Option<Getter>) -> Option<(&Type, Getter)> {
    let getter = getter.filter(|getter| getter.role != Role::Object)?;
    ty.map(|ty| (ty, getter))
}
