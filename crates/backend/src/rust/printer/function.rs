//! Functions: their parameters and results, and short forms that are in place of calls.

use super::block::rust_type;
use super::call::{Implicit, fails, implicit};
use super::tidy::tidy;
use super::{Form, Key, Printer, Unit};
use crate::low::{self, Body, Mode, PlainFields};
use crate::plan::Shape;
use polywire_ir::types::Type;
use polywire_ir::{Expr as Ir, FuncId, ParamKind, ValueType};
use polywire_srcgen::Source;
use std::collections::BTreeSet;

/// A printed function and its dependencies.
pub(in crate::rust) struct Printed {
    pub text: String,
    pub called: BTreeSet<Key>,
    pub bounds: BTreeSet<FuncId>,
    pub problems: Vec<String>,
}

/// Prints a function in a mode.
pub(in crate::rust) fn function(unit: &Unit<'_>, key: Key) -> Printed {
    let low = low::function(&unit.cx, &PlainFields, key.0, key.1);
    let name = unit.function_name(key);
    let Some((cond, then)) = short_form(unit, key, &low) else {
        return definition(unit, key, &low, (attribute(unit, key, &low), &name), |printer, _| printer.body(&low.body));
    };
    let whole = format!("{name}_in_full");
    let short = definition(unit, key, &low, ("#[inline(always)]", &name), |printer, args| {
        let cond = printer.expr(&cond).text;
        printer.nested(&format!("if {cond} {{"), "} else {", |printer| {
            printer.body(then);
            printer.return_(&[]);
        });
        printer.out.indented(|out| out.line(format!("{whole}({args})")));
        printer.line("}");
    });
    let whole = definition(unit, key, &low, ("", &whole), |printer, _| printer.body(&low.body));
    Printed {
        text: format!("{}\n{}", short.text, whole.text),
        called: &short.called | &whole.called,
        bounds: &short.bounds | &whole.bounds,
        problems: whole.problems,
    }
}

/// Returns the usual case of a function, if that is worth having in place of each call.
fn short_form<'l>(unit: &Unit<'_>, (id, mode): Key, low: &'l low::Function) -> Option<(Ir, &'l Body)> {
    let function = unit.module.function(id);
    let only_writes = unit.convention(id).shape() == Shape::Writes && function.results.is_empty();
    let is_plain = !unit.traced() && !function.rare && mode == Mode::Raw && only_writes;
    low.short_form().filter(|_| is_plain && low.is_new.iter().all(Option::is_none))
}

/// Returns what a function's attribute says about calls of it.
fn attribute(unit: &Unit<'_>, key: Key, low: &low::Function) -> &'static str {
    if unit.module.function(key.0).rare {
        "#[cold]\n#[inline(never)]"
    } else if low.is_short_reader(&unit.cx) {
        "#[inline(always)]"
    } else if unit.cx.inlining.has(key.0) {
        "#[inline]"
    } else {
        ""
    }
}

/// Prints a definition of a function, given its attribute and its name. The body is printed with the arguments that pass on
/// all parameters.
fn definition<'m>(
    unit: &'m Unit<'m>,
    key: Key,
    low: &'m low::Function,
    (attribute, name): (&str, &str),
    print_body: impl FnOnce(&mut Printer<'m>, &str),
) -> Printed {
    let mut printer = Printer::new(unit, low);
    let function = unit.module.function(key.0);
    let effects = &unit.convention(key.0).effects;
    let copies = unit.copying.contains(&key.0);
    let is_bytes = |ty: &ValueType| matches!(ty, ValueType::Section(_)) || *ty == ValueType::Bytes && !copies;
    let returns_bytes = function.results.iter().any(is_bytes);
    let is_borrowed = unit.scope.is_borrowed;
    let lifetime = match (unit.refers(key.0), effects.reads || returns_bytes) {
        (true, _) => "'a ",
        (false, true) => "'i ",
        (false, false) => "",
    };
    let of_values = if returns_bytes { lifetime } else { "" };
    // Bytes that a value borrows live as long as the value.
    let of_values = Lifetimes { bytes: if unit.refers(key.0) { lifetime } else { of_values }, others: of_values };
    let mut params = Vec::new();
    for (param, is_new) in function.params.iter().zip(&low.is_new) {
        params.push(printer.param(param.kind, param.var, of_values));
        params.extend(printer.trace_param(param.var));
        if let Some(is_new) = is_new {
            let name = printer.name("is_new");
            printer.know(*is_new, &name, Form::Place);
            params.push(format!("{name}: bool"));
        }
    }
    if unit.returns_by_reference(key.0) {
        for ty in &function.results {
            let name = printer.name("result");
            params.push(format!("{name}: &mut {}", unit.result_type(key.0, ty, lifetime)));
            printer.results.push(name);
        }
    }
    params
        .extend(implicit(unit, key).into_iter().map(|param| declaration(unit, param, key.1, (lifetime, is_borrowed))));
    let args: Vec<&str> = params.iter().filter_map(|param| param.split(':').next()).collect();
    print_body(&mut printer, &args.join(", ").replace("mut ", ""));
    let body = std::mem::replace(&mut printer.out, Source::new("    ")).finish();
    let mut results = Vec::new();
    results.extend(effects.reads.then(|| format!("&{lifetime}[u8]")));
    results.extend(effects.writes.then(|| "usize".to_owned()));
    if printer.results.is_empty() {
        results.extend(function.results.iter().map(|ty| unit.result_type(key.0, ty, lifetime)));
    }
    let result = tuple(&results);
    let result = match (fails(unit, key), results.is_empty()) {
        (true, _) => format!(" -> Option<{result}>"),
        (false, true) => String::new(),
        (false, false) => format!(" -> {result}"),
    };
    let mut out = Source::new("    ");
    if !attribute.is_empty() {
        out.lines(attribute);
    }
    let generics = match (is_borrowed, lifetime) {
        (true, "'i ") => "<'a, 'i>",
        (true, _) => "<'a>",
        (false, "") => "",
        (false, _) => "<'i>",
    };
    out.block(format!("fn {name}{generics}({}){result} {{", params.join(", ")), "}", |out| {
        for owner in &printer.owners {
            out.line(owner);
        }
        out.lines(&body);
    });
    Printed { text: tidy(&out.finish()), called: printer.called, bounds: printer.bounds, problems: printer.problems }
}

/// The lifetimes of parameters, each empty or followed by a space.
#[derive(Clone, Copy, Default)]
pub(super) struct Lifetimes {
    /// That of bytes.
    bytes: &'static str,
    /// That of values and sections.
    others: &'static str,
}

pub(super) fn tuple(parts: &[String]) -> String {
    match parts {
        [part] => part.clone(),
        _ => format!("({})", parts.join(", ")),
    }
}

fn declaration(unit: &Unit<'_>, param: Implicit, mode: Mode, (lifetime, is_borrowed): (&str, bool)) -> String {
    match param {
        Implicit::Input => format!("mut input: &{lifetime}[u8]"),
        Implicit::Region => format!("region: &{lifetime}[u8]"),
        Implicit::Section => "section: usize".into(),
        Implicit::Out if mode == Mode::Checked => "out: &mut Vec<u8>".into(),
        Implicit::Out => "out: &mut [u8]".into(),
        Implicit::At => "mut at: usize".into(),
        Implicit::Depth => "depth: u32".into(),
        Implicit::Memo => "memo: &mut Memo".into(),
        Implicit::Context if is_borrowed => "context: &mut Borrowing<'_, 'a>".into(),
        Implicit::Context => format!("context: &mut {}<'_>", unit.context()),
    }
}

impl<'m> Printer<'m> {
    pub(super) fn param(&mut self, kind: ParamKind, var: polywire_ir::VarId, lifetimes: Lifetimes) -> String {
        let Some(ty) = self.native(var) else {
            let name = self.bind(var, Form::Place);
            let ty = self.var_type(var);
            let lifetime = if *ty == ValueType::Bytes { lifetimes.bytes } else { lifetimes.others };
            return format!("{name}: {}", rust_type(ty, lifetime));
        };
        let lifetime = lifetimes.others;
        let native = super::super::native::value_type(ty, self.unit.scope);
        match (kind, ty) {
            (ParamKind::Build, _) => format!("{}: &mut {native}", self.bind(var, Form::Reference)),
            (_, Type::Struct(id)) if self.unit.types.record(*id).is_entry => {
                let (key, value) = self.unit.types.entry(*id);
                let [key, value] = [key, value].map(|ty| super::super::native::value_type(ty, self.unit.scope));
                format!("{}: (&{lifetime}{key}, &{lifetime}{value})", self.bind(var, Form::Pair))
            }
            _ => format!("{}: &{lifetime}{native}", self.bind(var, Form::Reference)),
        }
    }
}
