//! Calls and their implicit arguments.

use super::write_limit::WRITE_LIMIT;
use super::{Mode, Printer};
use crate::cpp::analysis::{CallingConvention, Shape};
use crate::cpp::native::entry_types;
use polywire_ir::types::Type;
use polywire_ir::{Arg, FuncId, Op, ParamKind, Place, SiteId, ValueType, VarId};
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
pub(in crate::cpp) struct ResultParams {
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

/// Returns the mode of a callee for a caller's mode.
pub(in crate::cpp) fn callee_mode(unit: &super::Unit<'_>, func: FuncId, caller: Mode) -> Mode {
    let convention = unit.convention(func);
    match caller {
        Mode::Checked if convention.effects.writes || convention.effects.section => Mode::Checked,
        Mode::Limited if unit.write_limits.get(func).is_some() => Mode::Limited,
        Mode::Raw | Mode::Checked | Mode::Limited => Mode::Raw,
    }
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
    pub(super) fn call(&mut self, op: &Op, (func, args, results): (FuncId, &'m [Arg], &[VarId])) {
        let convention = *self.unit.convention(func);
        let mode = callee_mode(self.unit, func, self.stream.mode);
        self.called.insert((func, mode));
        let results = self.declare_call_results(func, results);
        let mut texts = self.arguments(func, args);
        let budget = self.lend_budget(func, &convention);
        texts.extend(implicit_params(&convention, mode).into_iter().map(|it| match (it, &budget) {
            (ImplicitParam::Budget, Some(lent)) => lent.clone(),
            (ImplicitParam::WriteLimit, _) => self.write_limit_of_call(op),
            _ => self.pass(it),
        }));
        texts.extend(results);
        if convention.effects.reads || !convention.effects.fails {
            self.print_call(func, &convention, &texts);
        } else {
            self.leaving(|printer| printer.print_call(func, &convention, &texts));
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
    fn lend_budget(&mut self, func: FuncId, convention: &CallingConvention) -> Option<String> {
        let lends = self.unit.module.function(func).rare && convention.effects.charges;
        lends.then(|| {
            let name = self.name("budget");
            self.out.line(format!("::std::uint64_t {name} = budget;"));
            name
        })
    }

    fn print_call(&mut self, func: FuncId, convention: &CallingConvention, texts: &[String]) {
        let mode = callee_mode(self.unit, func, self.stream.mode);
        let call = format!("{}({})", function_name(self.unit, func, mode), texts.join(", "));
        let target = match convention.shape() {
            Shape::Reads => self.cursor.p.clone(),
            Shape::Writes => self.stream.out.clone(),
            Shape::Fails => return self.propagate(&format!("!{call}")),
            Shape::Plain => return self.out.line(format!("{call};")),
        };
        self.out.line(format!("{target} = {call};"));
        if convention.effects.fails || mode == Mode::Limited {
            self.propagate(&format!("{target} == nullptr"));
        }
    }

    fn arguments(&mut self, func: FuncId, args: &'m [Arg]) -> Vec<String> {
        let mut texts = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            texts.push(self.argument(arg).text);
            let Arg::Place(place) = arg else { continue };
            texts.extend(self.field_path_argument(place));
            let begun = self.begin_struct(place);
            if self.unit.building.plan(func, position).is_some() {
                texts.push(begun.unwrap_or_else(|| self.take_pending(place, func)));
            }
        }
        texts
    }

    /// Returns the condition for resetting a tracked struct, which is new from then on.
    fn begin_struct(&mut self, place: &Place) -> Option<String> {
        let begun = self.tracked(place).filter(|_| self.is_struct(place))?;
        let created = self.name("created");
        self.out.line(format!("[[maybe_unused]] const bool {created} = !{begun};"));
        self.out.line(format!("{begun} = true;"));
        Some(created)
    }

    fn is_struct(&self, place: &Place) -> bool {
        matches!(self.place_type(place), Some(Type::Struct(_)))
    }

    pub(super) fn argument(&mut self, arg: &Arg) -> Expr {
        match arg {
            Arg::Value(value) => match self.type_of(value) {
                ValueType::Bytes => self.bytes(value),
                ValueType::Section(_) => self.section_pointer(value),
                _ => self.expr(value),
            },
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

    /// Prints the whole body; `results` are the names of the result parameters.
    pub fn body(&mut self, results: ResultParams, is_new: &[(usize, String)]) {
        if self.function.nests {
            self.depth = "depth - 1";
            self.require("depth == 0", "too_deep", SiteId::OF_FUNCTION);
        }
        self.ask_at_start();
        let of_message = self.function.params.iter().rev().filter(|param| self.field_paths.contains_key(&param.var));
        self.subjects = of_message.map(|param| Some(param.var.into())).collect();
        let body = &self.function.body;
        let plans: Vec<_> = is_new
            .iter()
            .filter_map(|(position, name)| {
                let plan = self.unit.building.plan(self.id, *position)?;
                Some((self.function.params[*position].var, plan, name.clone()))
            })
            .collect();
        plans.iter().for_each(|(root, plan, name)| self.prologue(*root, plan, name));
        self.ops(&body.ops, &mut |printer| {
            plans.iter().for_each(|(root, plan, _)| printer.epilogue(*root, plan));
            for (position, name) in &results.readable_ends {
                let readable_end = printer.readable_end_of(&body.yields[*position]).unwrap_or_else(|| "nullptr".into());
                printer.out.line(format!("{name} = {readable_end};"));
            }
            printer.assign_yields(body, &results.values);
            match printer.unit.convention(printer.id).shape() {
                Shape::Reads => printer.out.line("return p;"),
                Shape::Writes => printer.out.line("return out;"),
                Shape::Fails => printer.out.line("return true;"),
                Shape::Plain => {}
            }
        });
    }

    /// Names the parameters; returns their declarations and, for those that are reset conditionally, the names of the
    /// conditions.
    pub fn params(&mut self) -> (Vec<String>, Vec<(usize, String)>) {
        let (mut declarations, mut is_new) = (Vec::new(), Vec::new());
        for (position, param) in self.function.params.iter().enumerate() {
            let name = self.bind(param.var);
            declarations.push(self.param(param.kind, param.var, &name));
            declarations.extend(self.trace_param(param.var));
            if self.unit.building.plan(self.id, position).is_some() {
                let name = if is_new.is_empty() { "is_new".to_owned() } else { self.name("is_new") };
                declarations.push(format!("bool {name}"));
                is_new.push((position, name));
            }
        }
        (declarations, is_new)
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
    pub fn result_params(&mut self) -> (Vec<String>, ResultParams) {
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
        (declarations, params)
    }
}
