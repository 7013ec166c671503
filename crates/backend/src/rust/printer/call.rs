//! Calls and returns.

use super::block::rust_type;
use super::function::tuple;
use super::{Form, Key, Printer, Unit};
use crate::low::{Arg, Call, Mode};
use polywire_ir::types::Type;
use polywire_ir::{Expr as Ir, FuncId, ParamKind, ValueType};

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

impl<'m> Printer<'m> {
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

    pub(super) fn result_type(&self, func: FuncId, ty: &ValueType, lifetime: &str) -> String {
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
