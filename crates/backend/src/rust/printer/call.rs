//! Functions and calls.

use super::block::rust_type;
use super::tidy::tidy;
use super::{Form, Key, Printer, Unit};
use crate::low::{self, Arg, Body, Call, Mode, PlainFields};
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

/// The implicit parameters of a function, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rust) enum Implicit {
    Input,
    Region,
    Section,
    Out,
    At,
    Depth,
    Memo,
    Context,
}

/// The implicit parameters of a function in a mode.
pub(in crate::rust) fn implicit(unit: &Unit<'_>, (func, mode): Key) -> Vec<Implicit> {
    let convention = unit.convention(func);
    let effects = &convention.effects;
    let places_output = effects.writes || effects.section;
    let _ = mode;
    let all = [
        (effects.reads, Implicit::Input),
        (effects.reads && convention.begin, Implicit::Region),
        (effects.section, Implicit::Section),
        (places_output, Implicit::Out),
        (effects.writes || effects.section && effects.out_positions, Implicit::At),
        (effects.nests, Implicit::Depth),
        (effects.memo, Implicit::Memo),
        (convention.message || effects.charges || effects.settings, Implicit::Context),
    ];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, param)| param).collect()
}

/// Returns true if a function can give up.
pub(in crate::rust) fn fails(unit: &Unit<'_>, (func, mode): Key) -> bool {
    unit.convention(func).effects.fails || mode == Mode::Limited
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
    let of_values = Lifetimes { bytes: if is_borrowed { lifetime } else { of_values }, others: of_values };
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

fn tuple(parts: &[String]) -> String {
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

    pub(super) fn call(&mut self, call: &Call) {
        let key = (call.func, call.mode);
        self.called.insert(key);
        let mut args: Vec<String> = Vec::new();
        let builds = |index: usize| self.unit.module.function(call.func).params[index].kind == ParamKind::Build;
        let builds: Vec<bool> = (0..call.args.len()).map(builds).collect();
        for (index, (arg, builds)) in call.args.iter().zip(builds).enumerate() {
            match arg {
                Arg::Value(value) => args.push(self.passed(call.func, index, value).text),
                Arg::Place { place, is_new } => {
                    let text = if builds { self.target(place).mutable() } else { self.path(place).shared() };
                    args.push(text.text);
                    args.extend(self.field_path_argument(place));
                    args.extend(is_new.as_ref().map(|is_new| self.expr(is_new).text));
                }
            }
        }
        let mut targets = Vec::new();
        let effects = &self.unit.convention(call.func).effects;
        targets.extend(effects.reads.then(|| self.cursor.input.clone()));
        targets.extend(effects.writes.then(|| self.stream.at.clone()));
        let by_reference = self.unit.returns_by_reference(call.func);
        let mut owners = Vec::new();
        for result in &call.results {
            let target = if self.unit.copying.contains(&call.func) && *self.var_type(*result) == ValueType::Bytes {
                let owner = self.owner("copy", "Vec::<u8>::new()");
                owners.push((*result, owner.clone()));
                owner
            } else {
                self.declare(*result);
                self.info(*result).text
            };
            match by_reference {
                true => args.push(format!("&mut {target}")),
                false => targets.push(target),
            }
        }
        args.extend(implicit(self.unit, key).into_iter().map(|param| self.pass(param, call)));
        let text = format!("{}({})", self.unit.function_name(key), args.join(", "));
        let target = if targets.is_empty() { String::new() } else { format!("{} = ", tuple(&targets)) };
        let effects = &self.unit.convention(call.func).effects;
        match fails(self.unit, key) {
            true if self.unit.traced() && effects.fails && !effects.reads => self.leaving(false, |printer| {
                let text = printer.failing(text);
                printer.line(format!("{target}{text}?;"));
            }),
            true => {
                let text = self.failing(text);
                self.line(format!("{target}{text}?;"));
            }
            false => self.line(format!("{target}{text};")),
        }
        for (result, owner) in owners {
            let name = self.bind(result, Form::Place);
            self.line(format!("let mut {name}: &[u8] = &{owner};"));
        }
    }

    fn passed(&mut self, callee: FuncId, index: usize, value: &Ir) -> polywire_srcgen::Expr {
        let callee_function = self.unit.module.function(callee);
        match callee_function.var(callee_function.params[index].var).ty {
            ValueType::Bytes => self.bytes_for(callee, value),
            _ => self.value(value),
        }
    }

    fn pass(&self, param: Implicit, call: &Call) -> String {
        match param {
            Implicit::Input => self.cursor.input.clone(),
            Implicit::Region => self.cursor.region.clone(),
            Implicit::Section => self.section.clone(),
            Implicit::Out if call.mode == Mode::Limited && call.room_after > 0 => {
                format!("write::leaving({}, {})", self.stream.out, call.room_after)
            }
            Implicit::Out => self.stream.out.clone(),
            Implicit::At => self.stream.at.clone(),
            Implicit::Depth => if self.function.nests { "depth - 1" } else { "depth" }.into(),
            Implicit::Memo => self.stream.memo.clone(),
            Implicit::Context => "context".into(),
        }
    }

    pub(super) fn return_(&mut self, values: &[Ir]) {
        let effects = &self.unit.convention(self.low.id).effects;
        let mut results = Vec::new();
        results.extend(effects.reads.then(|| "input".to_owned()));
        results.extend(effects.writes.then(|| "at".to_owned()));
        let copies = self.unit.copying.contains(&self.low.id);
        for (index, value) in values.iter().enumerate() {
            let is_copied = copies && self.type_of(value) == ValueType::Bytes;
            let value = match self.function.results[index] {
                ValueType::Bytes => self.lasting(value),
                _ => self.value(value),
            };
            let value = match is_copied {
                true => format!("{}.to_vec()", value.within(super::precedence::POSTFIX)),
                false => value.text,
            };
            match self.results.get(index).cloned() {
                Some(result) => self.line(format!("*{result} = {value};")),
                None => results.push(value),
            }
        }
        let result = tuple(&results);
        let fails = fails(self.unit, (self.low.id, self.low.mode));
        match fails {
            true => self.line(format!("Some({result})")),
            false if results.is_empty() => {}
            false => self.line(result),
        }
    }
}

impl Unit<'_> {
    /// Returns the type of a struct.
    pub(in crate::rust) fn record(&self, id: polywire_ir::types::StructId) -> String {
        super::super::native::value_type(&Type::Struct(id), self.scope)
    }

    /// Results are assigned to parameters if there are several of them: more than two words would be returned in memory.
    pub(in crate::rust) fn returns_by_reference(&self, func: FuncId) -> bool {
        let effects = &self.convention(func).effects;
        let count = self.module.function(func).results.len();
        count > 1 || count == 1 && (effects.reads || effects.writes)
    }

    fn result_type(&self, func: FuncId, ty: &ValueType, lifetime: &str) -> String {
        match ty {
            ValueType::Bytes if self.copying.contains(&func) => "Vec<u8>".to_owned(),
            _ => rust_type(ty, lifetime),
        }
    }

    /// Returns the number of parameters that a function takes beside the implicit ones.
    pub(in crate::rust) fn builds(&self, func: FuncId) -> bool {
        self.module.function(func).builds()
    }
}
