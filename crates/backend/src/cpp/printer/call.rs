//! Calls and their implicit arguments.

use super::Printer;
use super::write_limit::WRITE_LIMIT;
use crate::cpp::native::entry_types;
use crate::low::{self, Call, Mode};
use crate::plan::{CallingConvention, Shape};
use polywire_ir::{Arg, Expr as Ir, FuncId, ParamKind, ValueType, VarId};
use polywire_srcgen::Expr;

/// The implicit parameters of a function, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cpp) enum ImplicitParam {
    Position,
    End,
    Begin,
    ReadableEnd,
    Section,
    Out,
    WriteLimit,
    Origin,
    Output,
    Budget,
    Depth,
    Memo,
    Message,
}

/// Names of a function's result parameters.
#[derive(Default)]
pub(super) struct ResultParams {
    values: Vec<String>,
    /// The readable ends of some results, by position.
    readable_ends: Vec<(usize, String)>,
}

/// The implicit parameters of a function.
pub(in crate::cpp) fn implicit_params(convention: &CallingConvention, mode: Mode) -> Vec<ImplicitParam> {
    let effects = &convention.effects;
    let places_output = effects.writes || effects.section;
    let all = [
        (effects.reads, ImplicitParam::Position),
        (effects.reads, ImplicitParam::End),
        (effects.reads && convention.begin, ImplicitParam::Begin),
        (effects.reads && convention.readable_end, ImplicitParam::ReadableEnd),
        (effects.section, ImplicitParam::Section),
        (effects.writes, ImplicitParam::Out),
        (mode == Mode::Limited, ImplicitParam::WriteLimit),
        (mode != Mode::Checked && effects.out_positions && places_output, ImplicitParam::Origin),
        (mode == Mode::Checked && places_output, ImplicitParam::Output),
        (effects.charges, ImplicitParam::Budget),
        (effects.nests, ImplicitParam::Depth),
        (effects.memo, ImplicitParam::Memo),
        (convention.message, ImplicitParam::Message),
    ];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, param)| param).collect()
}

/// The C++ name of a function.
pub(in crate::cpp) fn function_name(unit: &super::Unit<'_>, func: FuncId, mode: Mode) -> String {
    let suffix = match mode {
        Mode::Raw | Mode::Limited => "",
        Mode::Checked => "_checked",
    };
    format!("{}{suffix}", unit.functions[func.0 as usize])
}

impl<'m> Printer<'m> {
    pub(super) fn call(&mut self, call: &Call) {
        let convention = *self.unit.convention(call.func);
        self.called.insert((call.func, call.mode));
        let results = self.declare_call_results(call.func, &call.results);
        let mut texts = self.arguments(&call.args);
        let budget = call.lends_budget.then(|| self.lend_budget());
        texts.extend(implicit_params(&convention, call.mode).into_iter().map(|it| match (it, &budget) {
            (ImplicitParam::Budget, Some(lent)) => lent.clone(),
            (ImplicitParam::WriteLimit, _) => self.write_limit_before(call.room_after),
            _ => self.pass(it),
        }));
        texts.extend(results);
        if convention.effects.reads || !convention.effects.fails {
            self.print_call(call, &convention, &texts);
        } else {
            self.leaving(|printer| printer.print_call(call, &convention, &texts));
        }
        if let Some(lent) = budget {
            self.out.line(format!("budget = {lent};"));
        }
    }

    /// Declares the variables that a call sets: the results, and the readable ends of those that are parts of the
    /// input.
    fn declare_call_results(&mut self, func: FuncId, results: &[VarId]) -> Vec<String> {
        let mut texts: Vec<String> = results.iter().map(|result| self.declare(*result)).collect();
        for (position, result) in results.iter().enumerate().filter(|(at, _)| self.unit.readable_ends.has(func, *at)) {
            let readable_end = self.name(&format!("{}_readable_end", texts[position]));
            self.out.line(format!("const ::std::uint8_t* {readable_end} = nullptr;"));
            self.set_info(*result, |info| info.readable_end = Some(readable_end.clone()));
            texts.push(readable_end);
        }
        texts
    }

    /// Declares a copy of the budget for a function that is not inlined: without its address being taken, the budget
    /// itself can stay in a register.
    fn lend_budget(&mut self) -> String {
        let name = self.name("budget");
        self.out.line(format!("::std::uint64_t {name} = budget;"));
        name
    }

    fn print_call(&mut self, call: &Call, convention: &CallingConvention, texts: &[String]) {
        let text = format!("{}({})", function_name(self.unit, call.func, call.mode), texts.join(", "));
        let target = match convention.shape() {
            Shape::Reads => self.cursor.p.clone(),
            Shape::Writes => self.stream.out.clone(),
            Shape::Fails => return self.propagate(&format!("!{text}")),
            Shape::Plain => return self.out.line(format!("{text};")),
        };
        self.out.line(format!("{target} = {text};"));
        if convention.effects.fails || call.mode == Mode::Limited {
            self.propagate(&format!("{target} == nullptr"));
        }
    }

    fn arguments(&mut self, args: &[low::Arg]) -> Vec<String> {
        let mut texts = Vec::new();
        for arg in args {
            match arg {
                low::Arg::Value(value) => texts.push(self.value_argument(value).text),
                low::Arg::Place { place, is_new } => {
                    texts.push(self.place(place).text);
                    texts.extend(self.field_path_argument(place));
                    texts.extend(is_new.as_ref().map(|is_new| self.expr(is_new).text));
                }
            }
        }
        texts
    }

    fn value_argument(&mut self, value: &Ir) -> Expr {
        match self.type_of(value) {
            ValueType::Bytes => self.bytes(value),
            ValueType::Section(_) => self.section_pointer(value),
            _ => self.expr(value),
        }
    }

    pub(super) fn argument(&mut self, arg: &Arg) -> Expr {
        match arg {
            Arg::Value(value) => self.value_argument(value),
            Arg::Place(place) => self.place(place),
        }
    }

    fn pass(&self, param: ImplicitParam) -> String {
        match param {
            ImplicitParam::Position => self.cursor.p.clone(),
            ImplicitParam::End => self.cursor.end.clone(),
            ImplicitParam::Begin => self.cursor.begin.clone(),
            ImplicitParam::ReadableEnd => self.cursor.readable_end.clone(),
            ImplicitParam::Section => self.section.clone(),
            ImplicitParam::Out => self.stream.out.clone(),
            ImplicitParam::WriteLimit => WRITE_LIMIT.into(),
            ImplicitParam::Origin | ImplicitParam::Output => self.stream.origin.clone(),
            ImplicitParam::Budget => "budget".into(),
            ImplicitParam::Depth => self.depth.into(),
            ImplicitParam::Memo => self.stream.memo.clone(),
            ImplicitParam::Message => "message".into(),
        }
    }

    /// Prints the whole body.
    pub fn whole_body(&mut self) {
        if self.function.nests {
            self.depth = "depth - 1";
        }
        self.body(&self.low.body);
    }

    pub(super) fn return_(&mut self, values: &[Ir]) {
        let results = std::mem::take(&mut self.results);
        for (position, name) in &results.readable_ends {
            let readable_end = self.readable_end_of(&values[*position]).unwrap_or_else(|| "nullptr".into());
            self.out.line(format!("{name} = {readable_end};"));
        }
        let values: Vec<String> = values.iter().map(|value| self.expr(value).text).collect();
        results.values.iter().zip(values).for_each(|(name, value)| self.out.line(format!("{name} = {value};")));
        match self.unit.convention(self.id).shape() {
            Shape::Reads => self.out.line("return p;"),
            Shape::Writes => self.out.line("return out;"),
            Shape::Fails => self.out.line("return true;"),
            Shape::Plain => {}
        }
    }

    /// Names the parameters and returns their declarations.
    pub fn params(&mut self) -> Vec<String> {
        let mut declarations = Vec::new();
        for (param, is_new) in self.function.params.iter().zip(&self.low.is_new) {
            let name = self.bind(param.var);
            declarations.push(self.param(param.kind, param.var, &name));
            declarations.extend(self.trace_param(param.var));
            if let Some(is_new) = is_new {
                let is_first = !declarations.iter().any(|declaration| declaration == "bool is_new");
                let name = if is_first { "is_new".to_owned() } else { self.name("is_new") };
                declarations.push(format!("bool {name}"));
                self.know(*is_new, Expr::atom(name));
            }
        }
        declarations
    }

    pub fn param(&self, kind: ParamKind, var: VarId, name: &str) -> String {
        if let (ParamKind::Build, Some(entry)) = (kind, self.entry_of(var)) {
            let (key, value) = entry_types(entry, self.unit.names);
            return format!("::polywire::entry_place<{key}, {value}> {name}");
        }
        let native = self.native(var).map(|ty| super::super::native::value_type(ty, self.unit.names));
        match (kind, native) {
            (ParamKind::Build, Some(ty)) if ty == "bool" => format!("auto&& {name}"),
            (ParamKind::Build, Some(ty)) => format!("{ty}& {name}"),
            (_, Some(ty)) => format!("const {ty}& {name}"),
            (_, None) => format!("{} {name}", super::types::value_type(self.var_type(var))),
        }
    }

    /// Names and declares the result parameters.
    pub fn result_params(&mut self) -> Vec<String> {
        let mut declarations = Vec::new();
        let mut params = ResultParams { values: Vec::new(), readable_ends: Vec::new() };
        for ty in &self.function.results {
            let name = self.name("result");
            declarations.push(format!("{}& {name}", super::types::value_type(ty)));
            params.values.push(name);
        }
        let (unit, id) = (self.unit, self.id);
        for position in (0..params.values.len()).filter(|at| unit.readable_ends.has(id, *at)) {
            let name = self.name(&format!("{}_readable_end", params.values[position]));
            declarations.push(format!("const ::std::uint8_t*& {name}"));
            params.readable_ends.push((position, name));
        }
        self.results = params;
        declarations
    }
}
