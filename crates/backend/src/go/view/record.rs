//! Views of structs: the place of a value, and a method for each member.

use super::ViewPrinter;
use super::names::place_names;
use super::read::Wanted;
use super::value::{part_type, place_arguments};
use crate::go::case::format_name;
use crate::go::columns::Columns;
use crate::go::doc;
use crate::low::Mode;
use polywire_ir::types::Named;
use polywire_ir::{Access, FuncId, StructView, Var};
use polywire_srcgen::Source;

impl ViewPrinter<'_, '_, '_, '_, '_> {
    /// Prints the view of a struct or of a map's entry.
    pub(super) fn record(&mut self, out: &mut Source, view: &StructView) {
        let record = self.of.unit.types.record(view.record);
        let name = self.view_type(view.record);
        out.blank();
        if !record.is_entry {
            let (owned, format) = (record.name.dotted(), &self.of.unit.module.format);
            out.line(format!("// {name} is a `{owned}` in a message of {format}."));
        }
        self.declare(out, &name, &view.place);
        if !record.is_entry {
            self.constructor(out, (&name, view));
        }
        for (index, it) in record.fields.iter().zip(&view.fields).enumerate() {
            if it.1.shows_value() {
                self.member(out, (&name, view), index);
            }
        }
        self.owned(out, view);
    }

    /// Prints a struct that holds the place of a value.
    pub(super) fn declare(&mut self, out: &mut Source, name: &str, place: &[Var]) {
        self.declare_with(out, name, place, &[]);
    }

    /// The same with more members.
    pub(super) fn declare_with(&mut self, out: &mut Source, name: &str, place: &[Var], more: &[[&str; 2]]) {
        let input = self.of.is_checked().then(|| format!("*{}", self.runtime("CheckedInput")));
        out.block(format!("type {name} struct {{"), "}", |out| {
            let mut columns = Columns::default();
            for (var, name) in place.iter().zip(place_names(place)) {
                columns.row([&name, part_type(&var.ty)]);
            }
            more.iter().for_each(|member| columns.row(*member));
            input.iter().for_each(|input| columns.row(["from", input]));
            columns.finish(out);
        });
    }

    /// Prints the function that locates the value of a message, and that for generated code of other packages.
    fn constructor(&mut self, out: &mut Source, (name, view): (&str, &StructView)) {
        if let Some(root) = view.root {
            out.blank();
            match self.of.is_checked() {
                true => self.checked_root(out, (name, view), root),
                false => self.trusting_root(out, (name, view), root),
            }
        }
        let names = place_names(&view.place);
        let mut parts: Vec<(String, String)> =
            names.into_iter().zip(&view.place).map(|(name, var)| (name, part_type(&var.ty).to_owned())).collect();
        if self.of.is_checked() {
            parts.push(("from".to_owned(), format!("*{}", self.runtime("CheckedInput"))));
        }
        let params: Vec<String> = parts.iter().map(|(name, ty)| format!("{name} {ty}")).collect();
        let values: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
        out.blank();
        out.line(format!("// {name}At is for generated code in other packages."));
        out.block(format!("func {name}At({}) {name} {{", params.join(", ")), "}", |out| {
            out.line(format!("return {name}{{{}}}", values.join(", ")));
        });
    }

    fn trusting_root(&mut self, out: &mut Source, (name, view): (&str, &StructView), root: FuncId) {
        let ty = self.go.named(Named::Struct(view.record));
        let (decoder, context) = (self.runtime("Decoder"), self.runtime("Context"));
        out.line(format!("// {name}Of reads a message, which fills b, in place if it is valid."));
        let head = format!("func {name}Of(decoder *{decoder}, b []byte) (result {name}, err error) {{");
        let foreign = self.go.names.record(view.record).name.foreign().map(str::to_owned);
        out.block(head, "}", |out| {
            let format = format_name(&self.of.unit.module.format);
            let validate = match foreign {
                None => format!("(*{ty})(nil).Validate{format}"),
                Some(local) => format!("Validate{local}{format}"),
            };
            out.line(format!("if err := {validate}(decoder, b); err != nil {{"));
            out.line("\treturn result, err");
            out.line("}");
            out.line(format!("var c {context}"));
            out.line("c.Start(b, decoder)");
            self.locate(out, view, root, "&c");
        });
    }

    fn checked_root(&mut self, out: &mut Source, (name, view): (&str, &StructView), root: FuncId) {
        let input = self.runtime("CheckedInput");
        out.line(format!("// {name}Of reads a message in place. Each access checks what it reads."));
        let head = format!("func {name}Of(from *{input}) (result {name}, err error) {{");
        out.block(head, "}", |out| {
            out.line("b, c := from.Bytes(), from.Context()");
            out.line("result.from = from");
            self.locate(out, view, root, "c");
        });
    }

    /// Prints the call of the function that finds the place of a message's value.
    fn locate(&mut self, out: &mut Source, view: &StructView, root: FuncId, context: &str) {
        let given = self.given(root, context);
        let args: Vec<&str> = ["uint64(c.Depth)"].into_iter().chain(given).collect();
        let call = format!("{}({})", self.of.unit.name(root, Mode::Raw), args.join(", "));
        let mut targets: Vec<String> =
            place_names(&view.place).into_iter().map(|name| format!("result.{name}")).collect();
        if !self.fails(root) {
            out.line(format!("{} = {call}", targets.join(", ")));
            return out.line("return result, nil");
        }
        out.line("var status int");
        targets.push("status".to_owned());
        out.line(format!("{} = {call}", targets.join(", ")));
        out.block("if status < 0 {", "}", |out| out.line("return result, c.Err()"));
        out.line("return result, nil");
    }

    fn member(&mut self, out: &mut Source, (name, view): (&str, &StructView), index: usize) {
        let field = &self.of.unit.types.record(view.record).fields[index];
        let (access, method) = (&view.fields[index], self.of.names.member(view.record, index).to_owned());
        out.blank();
        let about = doc::member(&field.doc, field.deprecated);
        if !about.is_empty() {
            doc::declaration(out, &method, &about);
        }
        if let Access::Union { .. } = access {
            return self.union_member(out, (name, view), (index, &method));
        }
        let ty = self.field_type((field, access));
        let results = self.results(&ty, field.optional);
        out.block(format!("func (v {name}) {method}() {results} {{"), "}", |out| {
            let Access::Value(getter) = access else { return };
            let wanted = Wanted {
                get: getter.get,
                args: place_arguments(&view.place),
                ty: &field.ty,
                role: access.role(),
                optional: field.optional,
                from: "v.from",
            };
            let value = self.read(out, &wanted);
            out.line(self.success(&value));
        });
        self.field_setter(out, (name, view), index);
    }

    /// Prints the method that returns the view of a union: it has the struct's place.
    fn union_member(&self, out: &mut Source, (name, view): (&str, &StructView), (index, method): (usize, &str)) {
        let union = self.of.names.union(view.record, index);
        out.block(format!("func (v {name}) {method}() {union} {{"), "}", |out| {
            out.line(format!("return {union}(v)"));
        });
    }
}
