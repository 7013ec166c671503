//! Automata, as tables of constants that one function goes through.

use super::Texts;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Order, ValueType};
use polywire_model::attr::{XmlAutomaton, XmlMember};
use polywire_model::{Case, DeclKind, Field, Model};
use std::collections::HashMap;
use std::sync::Arc;

/// A state from which no text is accepted.
const DEAD: u64 = 0;
/// The first state.
const START: u64 = 1;

/// Bytes of a range, of a state.
const RANGE: u64 = 8;
const STATE: u64 = 2;

/// The functions of automata, each once: `matches_1(text) -> matches` and so on.
#[derive(Default)]
pub(super) struct Automata(HashMap<Arc<XmlAutomaton>, FuncId>);

impl Automata {
    /// Defines those of the members of a model.
    pub fn define(module: &mut ModuleBuilder, model: &Model, matches: FuncId) -> Self {
        let mut known = HashMap::new();
        for automaton in members(model).flat_map(|it| it.text.automata.iter().chain(&it.tokens)) {
            if !known.contains_key(automaton) {
                let function = of_automaton(known.len() + 1, automaton, matches);
                known.insert(automaton.clone(), module.add(function));
            }
        }
        Self(known)
    }
}

fn members(model: &Model) -> impl Iterator<Item = &XmlMember> {
    model.decls.iter().flat_map(|decl| {
        let (fields, cases): (&[Field], &[Case]) = match &decl.kind {
            DeclKind::Struct(it) => (&it.fields, &[]),
            DeclKind::Union(it) => (&[], &it.cases),
            DeclKind::Enum(_) | DeclKind::Constant(_) => (&[], &[]),
        };
        fields.iter().map(|it| &it.attrs.xml).chain(cases.iter().map(|it| &it.attrs.xml))
    })
}

impl Texts {
    /// Checks that all automata accept a text.
    pub(in crate::xml) fn check_automata(
        &self,
        b: &mut FunctionBuilder,
        automata: &[Arc<XmlAutomaton>],
        text: &Expr,
        error: ErrorCode,
    ) {
        for automaton in automata {
            let Some(function) = self.automata.0.get(automaton) else { return b.fail(ErrorCode::Internal) };
            let matches = b.call(*function, vec![Arg::Value(text.clone())], &[("matches", ValueType::Bool)])[0];
            b.check(matches.into(), error);
        }
    }
}

fn of_automaton(number: usize, automaton: &XmlAutomaton, matches: FuncId) -> Function {
    let mut b = FunctionBuilder::new(format!("matches_{number}"));
    let text = b.value_param("text", ValueType::Bytes);
    let classes = automaton.states.first().map_or(0, |it| it.moves.len()) as u64;
    let values = [
        text.into(),
        ranges(automaton).as_slice().into(),
        (automaton.classes.len() as u64).into(),
        moves(automaton).as_slice().into(),
        classes.into(),
    ];
    let args = values.into_iter().map(Arg::Value).collect();
    let result = b.call(matches, args, &[("matches", ValueType::Bool)])[0];
    b.finish(vec![result.into()], vec![ValueType::Bool])
}

/// The last character of each range, and its class.
fn ranges(automaton: &XmlAutomaton) -> Vec<u8> {
    let range =
        |(last, class): &(char, u16)| [u32::from(*last).to_le_bytes(), u32::from(*class).to_le_bytes()].concat();
    automaton.classes.iter().flat_map(range).collect()
}

/// For each state whether it accepts, and the next one by class.
fn moves(automaton: &XmlAutomaton) -> Vec<u8> {
    let number = |state: Option<u16>| state.map_or(DEAD as u16, |it| it + START as u16);
    let dead = vec![0; (1 + automaton.states.first().map_or(0, |it| it.moves.len())) * STATE as usize];
    let states = automaton.states.iter().flat_map(|state| {
        let moves = state.moves.iter().map(|it| number(*it));
        [u16::from(state.accepts)].into_iter().chain(moves).flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    });
    dead.into_iter().chain(states).collect()
}

/// `matches(text, ranges, count, moves, classes) -> matches`.
pub(super) fn matches(code_point: FuncId) -> Function {
    let mut b = FunctionBuilder::new("matches");
    let text = b.value_param("text", ValueType::Bytes);
    let ranges = b.value_param("ranges", ValueType::Bytes);
    let count = b.value_param("count", ValueType::U64);
    let moves = b.value_param("moves", ValueType::Bytes);
    let classes = b.value_param("classes", ValueType::U64);
    let number = |b: &mut FunctionBuilder, table, at: Expr, width: u8| {
        b.at(table, at, &[("number", ValueType::U64)], |b| vec![b.read_int("number", width, Order::Little).into()])[0]
    };
    let last = b.at(text, 0u64, &[("state", ValueType::U64)], |b| {
        let last = b.loop_while(
            vec![("state", ValueType::U64, START.into())],
            |carried| Expr::Left.is_not(0u64) & carried[0].is_not(DEAD),
            |b, carried| {
                let code = b.call(code_point, vec![], &[("code", ValueType::U64)])[0];
                // The first range that does not end before the character.
                let found = b.loop_while(
                    vec![("low", ValueType::U64, 0u64.into()), ("high", ValueType::U64, (count - 1u64))],
                    |carried| carried[0].below(carried[1]),
                    |b, carried| {
                        let middle = b.let_("middle", (carried[0] + carried[1]) >> 1u64);
                        let end = number(b, ranges, middle * RANGE, 4);
                        let is_before = b.let_("is_before", end.below(code));
                        let low = Expr::from(is_before).choose(middle + 1u64, carried[0]);
                        vec![low, Expr::from(is_before).choose(carried[1], middle)]
                    },
                );
                let class = number(b, ranges, found[0] * RANGE + 4u64, 4);
                let at = (carried[0] * (classes + 1u64) + 1u64 + class) * STATE;
                vec![number(b, moves, at, 2).into()]
            },
        );
        vec![last[0].into()]
    });
    let accepts = number(&mut b, moves, last[0] * (classes + 1u64) * STATE, 2);
    b.finish(vec![accepts.is(1u64)], vec![ValueType::Bool])
}
