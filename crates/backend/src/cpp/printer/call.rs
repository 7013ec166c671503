//! Calls, and what is passed besides the arguments.

use super::fence::FENCE;
use super::{Mode, Printer};
use crate::cpp::analysis::{Needs, Shape};
use crate::cpp::native::entry_types;
use polywire_ir::types::Type;
use polywire_ir::{Arg, FuncId, Op, ParamKind, Place, ValueType, VarId};
use polywire_srcgen::Expr;

/// What a function is passed besides its parameters, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cpp) enum Passed {
    Position,
    End,
    Begin,
    Limit,
    Section,
    Out,
    Fence,
    Origin,
    Output,
    Budget,
    Depth,
    Memo,
    Message,
}

/// Names of the parameters through which a function gives its results.
pub(in crate::cpp) struct ResultParams {
    values: Vec<String>,
    /// Up to where memory may be read from some of the results, by their positions.
    limits: Vec<(usize, String)>,
}

/// What a function is passed.
pub(in crate::cpp) fn passed(needs: &Needs, mode: Mode) -> Vec<Passed> {
    let effects = &needs.effects;
    let places_output = effects.writes || effects.section;
    let all = [
        (effects.reads, Passed::Position),
        (effects.reads, Passed::End),
        (effects.reads && needs.begin, Passed::Begin),
        (effects.reads && needs.limit, Passed::Limit),
        (effects.section, Passed::Section),
        (effects.writes, Passed::Out),
        (mode == Mode::Fenced, Passed::Fence),
        (mode != Mode::Checked && effects.out_positions && places_output, Passed::Origin),
        (mode == Mode::Checked && places_output, Passed::Output),
        (effects.charges, Passed::Budget),
        (effects.nests, Passed::Depth),
        (effects.memo, Passed::Memo),
        (needs.message, Passed::Message),
    ];
    all.into_iter().filter(|(needed, _)| *needed).map(|(_, passed)| passed).collect()
}

/// The mode in which a function is printed for a caller's mode.
pub(in crate::cpp) fn callee_mode(unit: &super::Unit<'_>, func: FuncId, caller: Mode) -> Mode {
    let needs = unit.needs(func);
    match caller {
        Mode::Checked if needs.effects.writes || needs.effects.section => Mode::Checked,
        Mode::Fenced if unit.fences.get(func).is_some() => Mode::Fenced,
        Mode::Raw | Mode::Checked | Mode::Fenced => Mode::Raw,
    }
}

/// The C++ name of a function.
pub(in crate::cpp) fn function_name(unit: &super::Unit<'_>, func: FuncId, mode: Mode) -> String {
    let suffix = match mode {
        Mode::Raw | Mode::Fenced => "",
        Mode::Checked => "_checked",
    };
    format!("{}{suffix}", unit.functions[func.0 as usize])
}

impl<'m> Printer<'m> {
    pub(super) fn call(&mut self, op: &Op, (func, args, results): (FuncId, &'m [Arg], &[VarId])) {
        let needs = *self.unit.needs(func);
        let mode = callee_mode(self.unit, func, self.stream.mode);
        self.called.insert((func, mode));
        let results = self.declare_call_results(func, results);
        let mut texts = self.arguments(func, args);
        let budget = self.lend_budget(func, &needs);
        texts.extend(passed(&needs, mode).into_iter().map(|it| match (it, &budget) {
            (Passed::Budget, Some(lent)) => lent.clone(),
            (Passed::Fence, _) => self.fence_of_call(op),
            _ => self.pass(it),
        }));
        texts.extend(results);
        if needs.effects.reads || !needs.effects.fails {
            self.print_call(func, &needs, &texts);
        } else {
            self.leaving(|printer| printer.print_call(func, &needs, &texts));
        }
        if let Some(lent) = budget {
            self.out.line(format!("budget = {lent};"));
        }
    }

    /// What a call fills: the results, and where they are parts of what is read, up to where memory may be read there.
    fn declare_call_results(&mut self, func: FuncId, results: &[VarId]) -> Vec<String> {
        let mut texts: Vec<String> = results.iter().map(|result| self.declare(*result)).collect();
        for (position, result) in results.iter().enumerate().filter(|(at, _)| self.unit.limits.has(func, *at)) {
            let limit = self.name(&format!("{}_limit", texts[position]));
            self.out.line(format!("const ::std::uint8_t* {limit} = nullptr;"));
            self.set_info(*result, |info| info.limit = Some(limit.clone()));
            texts.push(limit);
        }
        texts
    }

    /// A copy of the budget for a function that is not made part of this one: without an address, the budget itself can
    /// stay in a register.
    fn lend_budget(&mut self, func: FuncId, needs: &Needs) -> Option<String> {
        let lends = self.unit.module.function(func).rare && needs.effects.charges;
        lends.then(|| {
            let name = self.name("budget");
            self.out.line(format!("::std::uint64_t {name} = budget;"));
            name
        })
    }

    fn print_call(&mut self, func: FuncId, needs: &Needs, texts: &[String]) {
        let mode = callee_mode(self.unit, func, self.stream.mode);
        let call = format!("{}({})", function_name(self.unit, func, mode), texts.join(", "));
        let target = match needs.shape() {
            Shape::Reads => self.cursor.p.clone(),
            Shape::Writes => self.stream.out.clone(),
            Shape::Fails => return self.propagate(&format!("!{call}")),
            Shape::Plain => return self.out.line(format!("{call};")),
        };
        self.out.line(format!("{target} = {call};"));
        if needs.effects.fails || mode == Mode::Fenced {
            self.propagate(&format!("{target} == nullptr"));
        }
    }

    fn arguments(&mut self, func: FuncId, args: &'m [Arg]) -> Vec<String> {
        let mut texts = Vec::new();
        for (position, arg) in args.iter().enumerate() {
            texts.push(self.argument(arg).text);
            let Arg::Place(place) = arg else { continue };
            texts.extend(self.way_argument(place));
            let begun = self.begin_struct(place);
            if self.unit.building.plan(func, position).is_some() {
                texts.push(begun.unwrap_or_else(|| self.take_pending(place, func)));
            }
        }
        texts
    }

    /// The condition on which a struct that has a variable is to be made new; from then on it is.
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

    fn pass(&self, passed: Passed) -> String {
        match passed {
            Passed::Position => self.cursor.p.clone(),
            Passed::End => self.cursor.end.clone(),
            Passed::Begin => self.cursor.begin.clone(),
            Passed::Limit => self.cursor.limit.clone(),
            Passed::Section => self.section.clone(),
            Passed::Out => self.stream.out.clone(),
            Passed::Fence => FENCE.into(),
            Passed::Origin | Passed::Output => self.stream.origin.clone(),
            Passed::Budget => "budget".into(),
            Passed::Depth => self.depth.into(),
            Passed::Memo => self.stream.memo.clone(),
            Passed::Message => "message".into(),
        }
    }

    /// Prints the whole body; `results` are the names of the result parameters.
    pub fn body(&mut self, results: ResultParams, fresh: &[(usize, String)]) {
        if self.function.nests {
            self.depth = "depth - 1";
            let site = polywire_ir::SiteId(0xfff);
            self.require("depth == 0", "too_deep", site);
        }
        self.ask_at_start();
        let of_message = self.function.params.iter().rev().filter(|param| self.ways.contains_key(&param.var));
        self.subjects = of_message.map(|param| Some(param.var.into())).collect();
        let body = &self.function.body;
        let plans: Vec<_> = fresh
            .iter()
            .filter_map(|(position, name)| {
                let plan = self.unit.building.plan(self.id, *position)?;
                Some((self.function.params[*position].var, plan, name.clone()))
            })
            .collect();
        plans.iter().for_each(|(root, plan, name)| self.prologue(*root, plan, name));
        self.ops(&body.ops, &mut |printer| {
            plans.iter().for_each(|(root, plan, _)| printer.epilogue(*root, plan));
            for (position, name) in &results.limits {
                let limit = printer.limit_of(&body.yields[*position]).unwrap_or_else(|| "nullptr".into());
                printer.out.line(format!("{name} = {limit};"));
            }
            printer.assign_yields(body, &results.values);
            match printer.unit.needs(printer.id).shape() {
                Shape::Reads => printer.out.line("return p;"),
                Shape::Writes => printer.out.line("return out;"),
                Shape::Fails => printer.out.line("return true;"),
                Shape::Plain => {}
            }
        });
    }

    /// Names the parameters; returns their declarations and, for those that are made new on demand, the conditions' names.
    pub fn params(&mut self) -> (Vec<String>, Vec<(usize, String)>) {
        let (mut declarations, mut fresh) = (Vec::new(), Vec::new());
        for (position, param) in self.function.params.iter().enumerate() {
            let name = self.bind(param.var);
            declarations.push(self.param(param.kind, param.var, &name));
            declarations.extend(self.trace_param(param.var));
            if self.unit.building.plan(self.id, position).is_some() {
                let name = if fresh.is_empty() { "fresh".to_owned() } else { self.name("fresh") };
                declarations.push(format!("bool {name}"));
                fresh.push((position, name));
            }
        }
        (declarations, fresh)
    }

    pub fn param(&self, kind: ParamKind, var: VarId, name: &str) -> String {
        if let (ParamKind::Build, Some(entry)) = (kind, self.entry_of(var)) {
            let (key, value) = entry_types(entry, &self.unit.names);
            return format!("::polywire::entry_place<{key}, {value}> {name}");
        }
        let native = self.native(var).map(|ty| super::super::native::value_type(ty, &self.unit.names));
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
        let mut params = ResultParams { values: Vec::new(), limits: Vec::new() };
        for ty in &self.function.results {
            let name = self.name("result");
            declarations.push(format!("{}& {name}", super::types::value_type(ty)));
            params.values.push(name);
        }
        let (unit, id) = (self.unit, self.id);
        for position in (0..params.values.len()).filter(|at| unit.limits.has(id, *at)) {
            let name = self.name(&format!("{}_limit", params.values[position]));
            declarations.push(format!("const ::std::uint8_t*& {name}"));
            params.limits.push((position, name));
        }
        (declarations, params)
    }
}
