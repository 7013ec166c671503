//! Calls, parameters and results.

use super::{Printer, Unit};
use crate::low::{self, Call, Mode};
use crate::plan::{CallingConvention, Shape};
use polywire_ir::{Expr as Ir, FuncId, ParamKind, VarId};

/// The implicit parameters of a function, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::go) enum Implicit {
    Input,
    Position,
    Output,
    End,
    Section,
    Origin,
    Depth,
    Memo,
    Context,
}

/// Returns the implicit parameters of a function.
pub(in crate::go) fn implicit(unit: &Unit<'_>, func: FuncId) -> Vec<Implicit> {
    let effects = &unit.convention(func).effects;
    let places_output = effects.writes || effects.section;
    let all = [
        (effects.reads, Implicit::Input),
        (effects.reads, Implicit::Position),
        (places_output, Implicit::Output),
        (effects.writes, Implicit::End),
        (effects.section, Implicit::Section),
        (effects.out_positions && places_output, Implicit::Origin),
        (effects.nests, Implicit::Depth),
        (effects.memo, Implicit::Memo),
        (unit.with_context.contains(&func), Implicit::Context),
    ];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, param)| param).collect()
}

/// Returns the types of the output that a function returns beside its status: the buffer, which may have moved, and the
/// position if that is not the status.
fn outputs(convention: &CallingConvention, mode: Mode) -> &'static [&'static str] {
    let moves = mode != Mode::Raw;
    match convention.shape() {
        Shape::Reads if convention.effects.writes => &["[]byte", "int"],
        Shape::Writes if moves => &["[]byte"],
        Shape::Reads | Shape::Writes | Shape::Fails | Shape::Plain => &[],
    }
}

impl<'m> Printer<'_, 'm> {
    pub(super) fn call(&mut self, call: &Call) {
        if !self.short_call(call) && !self.in_place(call) {
            self.whole_call(call);
        }
    }

    fn whole_call(&mut self, call: &Call) {
        let mut copied = Vec::new();
        let args = self.arguments(call, &mut copied);
        self.call_with(call, args);
        copied.iter().for_each(|(path, copy)| self.assign_value(path, copy));
        if call.mode == Mode::Limited && call.room_after > 0 {
            self.room(&call.room_after.to_string(), "");
        }
    }

    /// Prints a call, given its explicit arguments.
    pub(super) fn call_with(&mut self, call: &Call, mut args: Vec<String>) {
        let unit = self.unit;
        let convention = unit.convention(call.func);
        self.called.insert((call.func, call.mode));
        args.extend(implicit(unit, call.func).into_iter().map(|it| self.pass(it)));
        let targets = call.results.iter().map(|result| self.bind(*result)).collect();
        let text = format!("{}({})", unit.name(call.func, call.mode), args.join(", "));
        self.call_to((convention, call.mode), &text, targets);
    }

    /// Prints a call of a function, given the targets of its results.
    pub(super) fn call_to(
        &mut self,
        (convention, mode): (&CallingConvention, Mode),
        text: &str,
        mut targets: Vec<String>,
    ) {
        let (b, n) = (self.stream.b.clone(), self.stream.n.clone());
        let status = match convention.shape() {
            Shape::Reads => Some(self.cursor.p.clone()),
            Shape::Writes => Some(n.clone()),
            Shape::Fails => Some(self.local("status", "int")),
            Shape::Plain => None,
        };
        let outputs = outputs(convention, mode).iter().map(|it| if *it == "[]byte" { b.clone() } else { n.clone() });
        targets.extend(outputs);
        targets.extend(status.clone());
        let leaves = convention.effects.fails && !convention.effects.reads;
        let target = if targets.is_empty() { String::new() } else { format!("{} = ", targets.join(", ")) };
        let print = |printer: &mut Self| match status.filter(|_| convention.effects.fails) {
            Some(status) => {
                let statement = printer.failing(&status);
                printer.when(&format!("{target}{text}; {status} < 0"), &statement);
            }
            None => printer.line(format!("{target}{text}")),
        };
        if leaves { self.leaving(print, false) } else { print(self) }
    }

    /// Returns the arguments; `copied` gets the copies of values that have no address.
    fn arguments(&mut self, call: &Call, copied: &mut Vec<(super::place::Path<'m>, String)>) -> Vec<String> {
        let mut texts = Vec::new();
        let params = &self.unit.module.function(call.func).params;
        for (arg, param) in call.args.iter().zip(params) {
            match arg {
                low::Arg::Value(value) => texts.push(self.text(value)),
                low::Arg::Place { place, is_new } => {
                    let entry = self.info(place.root).entry.filter(|_| place.steps.is_empty());
                    let path = if entry.is_none() { Some(self.path(place)) } else { None };
                    match (entry, path) {
                        (Some(entry), _) => texts.extend([entry.0.reference(), entry.1.reference()]),
                        (None, Some(path)) if matches!(path.kind, super::place::Kind::Case(_)) => {
                            let ty = path.ty.map(|ty| self.native_type(ty)).unwrap_or_default();
                            let copy = self.local("copied", &ty);
                            self.line(format!("{copy} = {}", path.object()));
                            texts.push(format!("&{copy}"));
                            if param.kind == ParamKind::Build {
                                copied.push((path, copy));
                            }
                        }
                        (None, path) => texts.extend(path.map(|path| path.reference())),
                    }
                    texts.extend(self.field_path_argument(place));
                    texts.extend(is_new.as_ref().map(|is_new| self.text(is_new)));
                }
            }
        }
        texts
    }

    pub(super) fn pass(&self, param: Implicit) -> String {
        match param {
            Implicit::Input => self.cursor.b.clone(),
            Implicit::Position => self.cursor.p.clone(),
            Implicit::Output => self.stream.b.clone(),
            Implicit::End => self.stream.n.clone(),
            Implicit::Section => self.section.clone(),
            Implicit::Origin => self.stream.origin.clone(),
            Implicit::Depth => self.depth.to_owned(),
            Implicit::Memo => self.stream.memo.clone(),
            Implicit::Context => "c".to_owned(),
        }
    }

    pub(super) fn return_(&mut self, values: &[Ir]) {
        let values = values.iter().map(|value| self.text(value)).collect();
        self.return_texts(values);
    }

    /// Returns results and what else the function returns.
    pub(super) fn return_texts(&mut self, mut values: Vec<String>) {
        match self.unit.convention(self.id).shape() {
            Shape::Reads => {
                values.extend(self.written());
                values.push("p".to_owned());
            }
            Shape::Writes => {
                values.extend(self.written());
                values.push("n".to_owned());
            }
            Shape::Fails => values.push("0".to_owned()),
            Shape::Plain => {}
        }
        self.line(format!("return {}", values.join(", ")).trim_end());
    }

    /// The output that a function returns before the position in the input or the output.
    pub(super) fn written(&self) -> Vec<String> {
        let convention = self.unit.convention(self.id);
        let names = |ty: &&'static str| if *ty == "[]byte" { self.stream_names().0 } else { self.stream_names().1 };
        outputs(convention, self.low.mode).iter().map(names).collect()
    }

    /// The names of the function's own output and position in it.
    fn stream_names(&self) -> (String, String) {
        let reads = self.unit.convention(self.id).effects.reads;
        (if reads { "out" } else { "b" }.to_owned(), "n".to_owned())
    }

    /// Names the parameters and returns their declarations.
    fn params(&mut self) -> Vec<String> {
        let mut declarations = Vec::new();
        let function = self.function;
        for (param, is_new) in function.params.iter().zip(&self.low.is_new) {
            declarations.extend(self.param(param.var));
            if let Some(is_new) = is_new {
                let name = self.name("is_new");
                declarations.push(format!("{name} bool"));
                self.know(*is_new, &name);
            }
        }
        declarations.extend(self.implicit_params());
        declarations
    }

    /// Names a parameter and returns its declarations.
    pub(super) fn param(&mut self, var: VarId) -> Vec<String> {
        let mut declarations = Vec::new();
        let name = self.low.vars[var.0 as usize].name.clone();
        match (self.entry_types(var), self.native(var)) {
            (Some((key, value)), _) => {
                self.built.insert(var);
                let (key_name, value_name) = (self.name(&format!("{name}_key")), self.name(&format!("{name}_value")));
                let (key_type, value_type) = (self.native_type(key), self.native_type(value));
                declarations.push(format!("{key_name} *{key_type}"));
                declarations.push(format!("{value_name} *{value_type}"));
                let paths =
                    (super::place::Path::pointer(&key_name, key), super::place::Path::pointer(&value_name, value));
                self.know(var, &key_name);
                self.vars.entry(var).and_modify(|info| info.entry = Some(Box::new(paths)));
            }
            (None, Some(ty)) => {
                if self.function.params.iter().any(|param| param.var == var && param.kind == ParamKind::Build) {
                    self.built.insert(var);
                }
                let name = self.name(&name);
                let ty = self.native_type(ty);
                declarations.push(format!("{name} *{ty}"));
                self.know(var, &name);
            }
            (None, None) => {
                let name = self.name(&name);
                let ty = self.var_go_type(var);
                declarations.push(format!("{name} {ty}"));
                self.know(var, &name);
            }
        }
        declarations.extend(self.trace_param(var));
        declarations
    }

    /// Returns the declarations of the implicit parameters.
    pub(super) fn implicit_params(&mut self) -> Vec<String> {
        let effects_reads = self.unit.convention(self.id).effects.reads;
        let params = implicit(self.unit, self.id).into_iter().map(|param| match param {
            Implicit::Input => "b []byte".to_owned(),
            Implicit::Position => "p int".to_owned(),
            Implicit::Output => format!("{} []byte", if effects_reads { "out" } else { "b" }),
            Implicit::End => "n int".to_owned(),
            Implicit::Section => "section int".to_owned(),
            Implicit::Origin => "origin int".to_owned(),
            Implicit::Depth => "depth int".to_owned(),
            Implicit::Memo => format!("memo *{}", self.runtime("Memo")),
            Implicit::Context => format!("c *{}", self.runtime(self.unit.context())),
        });
        params.collect()
    }

    /// Returns the types of results and of what else the function returns.
    pub(super) fn results(&self, mut types: Vec<String>) -> String {
        let convention = self.unit.convention(self.id);
        types.extend(outputs(convention, self.low.mode).iter().map(|ty| (*ty).to_owned()));
        if convention.shape() != Shape::Plain {
            types.push("int".to_owned());
        }
        match types.as_slice() {
            [] => String::new(),
            [only] => format!(" {only}"),
            _ => format!(" ({})", types.join(", ")),
        }
    }

    /// Prints the whole function.
    pub fn whole(&mut self) -> String {
        if self.function.nests {
            self.depth = "depth-1";
        }
        let params = self.params();
        let function = self.function;
        let results = function.results.iter().map(|ty| self.go_type(ty)).collect();
        let results = self.results(results);
        let low = self.low;
        self.body(&low.body);
        let body = std::mem::replace(&mut self.out, polywire_srcgen::Source::new("\t")).finish();
        let body = super::finish::finished(&body, &self.locals);
        let name = self.unit.name(self.id, self.low.mode);
        let whole = format!("func {name}({}){results} {{\n{body}}}\n", params.join(", "));
        [whole].into_iter().chain(std::mem::take(&mut self.parts)).collect::<Vec<_>>().join("\n")
    }
}
