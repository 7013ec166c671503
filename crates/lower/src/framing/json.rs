use super::{Frame, State};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, ValueType, VarId};

// Phases. The initial state is before everything.
const BEFORE: u64 = 0;
const BETWEEN: u64 = 1;
/// After the opening bracket of the array.
const OPENED: u64 = 2;
/// After a comma.
const COMMA: u64 = 3;
const BEHIND: u64 = 4;
/// After the closing bracket.
const CLOSED: u64 = 5;
/// In an object or an array.
const NESTED: u64 = 6;
/// In a number or `true` etc., which the next token ends.
const WORD: u64 = 7;
/// In a string, possibly inside an object or an array.
const STRING: u64 = 8;
/// After a backslash in a string.
const ESCAPE: u64 = 9;

/// The result of peeking after the last byte.
const END: u64 = 256;

/// The structure of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Array,
    Values,
}

impl Text {
    /// Returns the phase after an element.
    fn behind(self) -> u64 {
        match self {
            Self::Array => BEHIND,
            Self::Values => BETWEEN,
        }
    }
}

/// The elements of an array.
pub(super) fn elements(b: &mut FunctionBuilder, frame: &Frame) {
    scan(b, frame, Text::Array);
}

/// Concatenated values.
pub(super) fn values(b: &mut FunctionBuilder, frame: &Frame) {
    scan(b, frame, Text::Values);
}

/// The state that changes from step to step: phase, depth of brackets, start of the element, and whether it is
/// complete.
const CHANGES: [(&str, ValueType); 4] =
    [("phase", ValueType::U64), ("depth", ValueType::U64), ("first", ValueType::U64), ("complete", ValueType::Bool)];

fn scan(b: &mut FunctionBuilder, frame: &Frame, text: Text) {
    let State { phase, count, unit } = frame.state();
    let inits = [phase, count, 0u64.into(), false.into()];
    let carried = CHANGES.iter().zip(inits).map(|((name, ty), init)| (*name, ty.clone(), init)).collect();
    let last =
        b.loop_while(carried, |vars| !vars[3] & Expr::Left.is_not(0u64), |b, vars| step(b, text, &Now::of(vars)));
    let now = Now::of(&last);
    let is_in = |phases: &[u64]| {
        phases
            .iter()
            .map(|phase| now.phase.clone().is(*phase))
            .reduce(|left, right| left | right)
            .unwrap_or(false.into())
    };
    let inside = is_in(&[NESTED, WORD, STRING, ESCAPE]) | now.complete.clone();
    let may_end = match text {
        Text::Array => is_in(&[CLOSED]),
        Text::Values => is_in(&[BEFORE, BETWEEN, WORD]),
    };
    let first = inside.choose(now.first, Expr::Pos);
    frame.set(b, first, (now.complete, may_end), State { phase: now.phase, count: now.depth, unit });
}

struct Now {
    phase: Expr,
    depth: Expr,
    first: Expr,
    complete: Expr,
}

impl Now {
    fn of(vars: &[VarId]) -> Self {
        let var = |index: usize| Expr::from(vars[index]);
        Self { phase: var(0), depth: var(1), first: var(2), complete: var(3) }
    }

    /// Outside elements, in another phase.
    fn outside(&self, phase: impl Into<Expr>) -> Vec<Expr> {
        vec![phase.into(), 0u64.into(), self.first.clone(), false.into()]
    }

    /// In an element, in another phase.
    fn inside(&self, phase: impl Into<Expr>) -> Vec<Expr> {
        vec![phase.into(), self.depth.clone(), self.first.clone(), false.into()]
    }
}

/// Examines a byte, or skips to the next relevant one, and consumes it.
fn step(b: &mut FunctionBuilder, text: Text, now: &Now) -> Vec<Expr> {
    let arms = vec![
        of_phase(b, STRING, |b| string(b, text, now)),
        of_phase(b, NESTED, |b| nested(b, text, now)),
        of_phase(b, ESCAPE, |b| {
            b.skip(1u64);
            now.inside(STRING)
        }),
        of_phase(b, WORD, |b| word(b, text, now)),
    ];
    let between = b.block(|b| between(b, text, now));
    let changed = b.switch(now.phase.clone(), arms, between, &CHANGES);
    changed.into_iter().map(Expr::from).collect()
}

fn of_phase(b: &mut FunctionBuilder, phase: u64, body: impl FnOnce(&mut FunctionBuilder) -> Vec<Expr>) -> Arm {
    Arm { keys: vec![Const::U64(phase)], body: b.block(body) }
}

fn is(byte: impl Into<Expr>, expected: u8) -> Expr {
    byte.into().is(u64::from(expected))
}

fn is_any(byte: VarId, expected: &[u8]) -> Expr {
    expected.iter().map(|it| is(byte, *it)).reduce(|left, right| left | right).unwrap_or(false.into())
}

fn is_space(byte: VarId) -> Expr {
    is_any(byte, b" \t\n\r")
}

/// Handles a byte between elements.
fn between(b: &mut FunctionBuilder, text: Text, now: &Now) -> Vec<Expr> {
    let byte = b.peek("byte");
    let start = b.let_("start", Expr::Pos);
    let arms = vec![
        of_phase(b, BEFORE, |b| before(b, text, (byte, start), now)),
        of_phase(b, BEHIND, |b| behind(b, byte, now)),
        of_phase(b, BETWEEN, |b| begin(b, (byte, start), now)),
        of_phase(b, CLOSED, |b| {
            b.check(is_space(byte), ErrorCode::TrailingBytes);
            now.outside(CLOSED)
        }),
    ];
    let first_or_next = b.block(|b| first_or_next(b, (byte, start), now));
    let changed = b.switch(now.phase.clone(), arms, first_or_next, &CHANGES);
    b.skip(1u64);
    changed.into_iter().map(Expr::from).collect()
}

fn before(b: &mut FunctionBuilder, text: Text, (byte, start): (VarId, VarId), now: &Now) -> Vec<Expr> {
    match text {
        Text::Values => begin(b, (byte, start), now),
        Text::Array => {
            b.check(is_space(byte) | is(byte, b'['), ErrorCode::WrongKind);
            now.outside(is(byte, b'[').choose(OPENED, BEFORE))
        }
    }
}

/// Handles the first byte of an element, or white space before it.
fn begin(b: &mut FunctionBuilder, (byte, start): (VarId, VarId), now: &Now) -> Vec<Expr> {
    let opens = is_any(byte, b"{[");
    let space = b.let_("space", is_space(byte));
    let begun = opens.clone().choose(NESTED, is(byte, b'"').choose(STRING, WORD));
    let phase = Expr::from(space).choose(now.phase.clone(), begun);
    vec![phase, opens.as_int(), Expr::from(space).choose(now.first.clone(), start), false.into()]
}

/// After a comma, there must be an element; after the opening bracket, the array may end.
fn first_or_next(b: &mut FunctionBuilder, (byte, start): (VarId, VarId), now: &Now) -> Vec<Expr> {
    let ends = is(byte, b']') & now.phase.clone().is(OPENED);
    b.check(!is_any(byte, b",]") | ends.clone(), ErrorCode::Syntax);
    let begun = begin(b, (byte, start), now);
    let closed = now.outside(CLOSED);
    begun.into_iter().zip(closed).map(|(begun, closed)| ends.clone().choose(closed, begun)).collect()
}

fn behind(b: &mut FunctionBuilder, byte: VarId, now: &Now) -> Vec<Expr> {
    b.check(is_space(byte) | is_any(byte, b",]"), ErrorCode::Syntax);
    let next = is(byte, b',').choose(COMMA, is(byte, b']').choose(CLOSED, BEHIND));
    now.outside(next)
}

/// The byte that ends a word is not consumed.
fn word(b: &mut FunctionBuilder, text: Text, now: &Now) -> Vec<Expr> {
    let byte = b.peek("byte");
    let ends = is_space(byte) | is_any(byte, b",]}");
    b.skip(ends.clone().choose(0u64, 1u64));
    let phase = ends.clone().choose(text.behind(), WORD);
    vec![phase, 0u64.into(), now.first.clone(), ends]
}

/// Skips irrelevant bytes and consumes the next relevant one, if the piece has it; returns that byte.
fn take_to(b: &mut FunctionBuilder, matters: impl FnOnce(VarId) -> Expr) -> Expr {
    let next = b.peek("next");
    let last = b.loop_while(
        vec![("byte", ValueType::U64, next.into())],
        |vars| !(matters(vars[0]) | vars[0].is(END)),
        |b, _| {
            b.skip(1u64);
            vec![b.peek("next").into()]
        },
    );
    let byte = Expr::from(last[0]);
    b.skip(byte.clone().is(END).choose(0u64, 1u64));
    byte
}

/// A string that is not in an object or array is an element.
fn string(b: &mut FunctionBuilder, text: Text, now: &Now) -> Vec<Expr> {
    let byte = take_to(b, |byte| is_any(byte, b"\"\\"));
    let closes = is(byte.clone(), b'"');
    let is_element = now.depth.clone().is(0u64);
    let behind = is_element.clone().choose(text.behind(), NESTED);
    let phase = closes.clone().choose(behind, is(byte, b'\\').choose(ESCAPE, STRING));
    vec![phase, now.depth.clone(), now.first.clone(), closes & is_element]
}

/// Brackets of both kinds are counted together. Those of objects differ from those of arrays by one bit.
fn nested(b: &mut FunctionBuilder, text: Text, now: &Now) -> Vec<Expr> {
    let brace = |byte: Expr| byte | u64::from(b'{' - b'[');
    let byte = take_to(b, |byte| is(byte, b'"') | is(brace(byte.into()), b'{') | is(brace(byte.into()), b'}'));
    let (opens, closes) = (is(brace(byte.clone()), b'{'), is(brace(byte.clone()), b'}'));
    let depth = now.depth.clone() + opens.as_int() - closes.as_int();
    let depth = b.let_("next_depth", depth);
    let complete = depth.is(0u64);
    let phase = complete.clone().choose(text.behind(), is(byte, b'"').choose(STRING, NESTED));
    vec![phase, depth.into(), now.first.clone(), complete]
}
