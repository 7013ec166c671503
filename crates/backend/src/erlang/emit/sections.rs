//! Sections that are read: all loads from a section are one bit-syntax match.

use super::Emit;
use super::env::{Env, Key, Value};
use super::expr::EXACT;
use super::modes::{LoadKey, Mode};
use super::num::Num;
use crate::erlang::ast::{Clause, Ex, Failure, Kind, Segment, Var};
use polywire_ir::{ErrorCode, Expr, Order, SiteId, VarId};
use std::collections::HashMap;
use std::rc::Rc;

/// A section and the values loaded from it.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionView {
    /// All of it, as a binary.
    pub whole: Ex,
    /// Loaded scalars.
    pub loads: Rc<HashMap<LoadKey, Value>>,
}

/// A pattern of everything loaded from a section.
pub struct Pattern {
    /// Segments; floats as floats, which NaN and the infinities do not match.
    pub segments: Vec<Segment>,
    /// The same with floats as integers, if there are any.
    pub exact: Option<Vec<Segment>>,
    /// Converts those integers to floats.
    pub conversions: Vec<Ex>,
    /// The loaded values.
    pub loads: HashMap<LoadKey, Value>,
    /// Loads that overlap others.
    overlapping: Vec<(LoadKey, Mode)>,
}

impl Pattern {
    /// Returns true if its segments alone bind all that is loaded.
    pub fn is_simple(&self) -> bool {
        self.exact.is_none() && self.overlapping.is_empty()
    }
}

/// Operands of `Section`.
pub struct Fixed<'o> {
    /// The section.
    pub var: VarId,
    /// Bytes.
    pub region: &'o Expr,
    /// Position in it.
    pub pos: &'o Expr,
    /// Length in bytes.
    pub len: &'o Expr,
    /// The value of absent bytes.
    pub fill: &'o [u8],
    /// The error; `None` if the section is known to exist.
    pub code: Option<ErrorCode>,
    /// Where.
    pub site: SiteId,
}

impl Emit<'_> {
    /// Matches all values that the current function loads from a section of this many bytes.
    pub fn view(&mut self, env: &mut Env, key: Key, whole: Ex, len: u32) -> SectionView {
        let pattern = self.load_pattern(env, key.1, len);
        let mut loads = pattern.loads;
        if !loads.is_empty() {
            env.code.push(matched(whole.clone(), pattern.segments, pattern.exact, pattern.conversions));
        }
        self.load_overlapping(env, (&whole, &mut loads), pattern.overlapping);
        SectionView { whole, loads: Rc::new(loads) }
    }

    fn load_overlapping(
        &mut self,
        env: &mut Env,
        (whole, loads): (&Ex, &mut HashMap<LoadKey, Value>),
        overlapping: Vec<(LoadKey, Mode)>,
    ) {
        for (key, mode) in overlapping {
            let mode = if mode == Mode::Float { Mode::Unsigned } else { mode };
            let (segment, value, _) = self.load_segment(key, mode);
            let segments = vec![Segment::span(Ex::Any, Ex::Int(key.0.into())), segment, Segment::binary(Ex::Any)];
            env.code.push(Ex::bind(Ex::Bits(segments), whole.clone()));
            loads.insert(key, value);
        }
    }

    /// The pattern of the current function's loads from a section variable.
    pub fn load_pattern(&mut self, env: &Env, var: VarId, len: u32) -> Pattern {
        let loads: Vec<(LoadKey, Mode)> = self.shared.modes(env.frame.func).loads(var).collect();
        let mut pattern =
            Pattern { segments: vec![], exact: None, conversions: vec![], loads: HashMap::new(), overlapping: vec![] };
        let (mut exact, mut at) = (vec![], 0);
        for (key, mode) in loads {
            if key.0 < at {
                pattern.overlapping.push((key, mode));
                continue;
            }
            let (segment, value, conversion) = self.load_segment(key, mode);
            let gap = Segment::bits(Ex::Any, i128::from(key.0 - at) * 8);
            if key.0 > at {
                pattern.segments.push(gap.clone());
                exact.push(gap);
            }
            pattern.segments.push(segment.clone());
            exact.push(conversion.as_ref().map_or(segment, |(segment, _)| segment.clone()));
            pattern.conversions.extend(conversion.map(|(_, conversion)| conversion));
            pattern.loads.insert(key, value);
            at = key.0 + u32::from(key.1);
        }
        if at < len {
            let gap = Segment::bits(Ex::Any, i128::from(len - at) * 8);
            pattern.segments.push(gap.clone());
            exact.push(gap);
        }
        pattern.exact = (!pattern.conversions.is_empty()).then_some(exact);
        pattern
    }

    /// Returns a segment that loads a scalar, its value, and for a float the integer segment and the conversion.
    pub fn load_segment(&mut self, (_, width, little): LoadKey, mode: Mode) -> (Segment, Value, Option<(Segment, Ex)>) {
        let var = self.fresh("word");
        let bits = u32::from(width) * 8;
        match mode {
            Mode::Unsigned => (Segment::int(var, width, little), Value::Num(Num::unsigned(var.into(), bits)), None),
            Mode::Signed => {
                let kind = Kind::Int { little: little && width > 1, signed: true };
                let segment = Segment { kind, ..Segment::int(var, width, little) };
                (segment, Value::Signed(var.into(), width * 8), None)
            }
            Mode::Float => {
                let bits = self.fresh("bits");
                let name = if width == 4 { "from_bits32" } else { "from_bits64" };
                let conversion = Ex::bind(var, Ex::pure("polywire_float", name, vec![bits.into()]));
                let exact = Segment::int(bits, width, little);
                (Segment::float(var, width, little), Value::Float(var.into(), width * 8), Some((exact, conversion)))
            }
        }
    }

    /// `Section`.
    pub fn fixed_section(&mut self, env: &mut Env, it: &Fixed) {
        let region = self.bytes(env, it.region);
        let region = self.bind(env, "region", region);
        let pos = self.num(env, it.pos, EXACT).ex;
        let pos = self.bind(env, "position", pos);
        let len = self.num(env, it.len, EXACT);
        let len = Num { ex: self.bind(env, "len", len.ex.clone()), ..len };
        let size = it.fill.len() as u32;
        let site = self.site(env, it.site);
        let fill = Ex::Bytes(it.fill.to_vec());
        let code = Ex::atom(it.code.unwrap_or(ErrorCode::Internal).name());
        let args = vec![region.clone(), pos.clone(), len.ex.clone(), fill, code, site];
        let slow = Ex::remote("polywire_bytes", "fit", args);
        let other_size = len.known().is_some_and(|len| len != i128::from(size));
        let pattern = self.load_pattern(env, it.var, size);
        if self.shared.is_used_whole(env.frame.func, it.var) || other_size || !pattern.overlapping.is_empty() {
            let whole = self.whole_section(env, (region, pos, len), size, slow);
            let view = self.view(env, env.key(it.var), whole, size);
            return env.set(it.var, Value::Section(view));
        }
        let exact = pattern.exact.unwrap_or_else(|| pattern.segments.clone());
        let quick = around(pos, pattern.segments);
        let mut cold = matched(slow, exact, None, vec![]);
        if pattern.loads.is_empty() {
            cold = match cold {
                Ex::Match(_, call) => *call,
                cold => cold,
            };
        }
        let cold = [vec![cold], pattern.conversions].concat();
        let quick = Clause { guard: same_len(&len, size), ..Clause::of(Ex::Bits(quick), vec![]) };
        env.code.push(Ex::case(region, vec![quick, Clause::of(Ex::Any, cold)]));
        let view = SectionView { whole: Ex::Bytes(vec![]), loads: Rc::new(pattern.loads) };
        env.set(it.var, Value::Section(view));
    }

    /// Returns the whole section as a binary.
    fn whole_section(&mut self, env: &mut Env, (region, pos, len): (Ex, Ex, Num), size: u32, slow: Ex) -> Ex {
        let whole = self.fresh("section");
        let quick = around(pos, vec![Segment::span(whole, Ex::Int(size.into()))]);
        let quick = Clause { guard: same_len(&len, size), ..Clause::of(Ex::Bits(quick), vec![]) };
        env.code.push(Ex::case(region, vec![quick, Clause::of(Ex::Any, vec![Ex::bind(whole, slow)])]));
        whole.into()
    }

    /// `Load`.
    pub fn load(&mut self, env: &mut Env, section: VarId, (offset, width): (u32, u8), order: Order) -> Value {
        let Some(Value::Section(view)) = env.values.get(&env.key(section)).cloned() else {
            self.unsupported(env, "a section is expected");
            return Value::Num(Num::constant(0));
        };
        let little = match order {
            Order::Little => true,
            Order::Big => false,
            Order::LittleIf(var) => return self.load_either(env, &view, (offset, width), var),
        };
        match view.loads.get(&(offset, width, little)) {
            Some(value) => value.clone(),
            None => {
                self.unsupported(env, "a load was not foreseen");
                Value::Num(Num::constant(0))
            }
        }
    }

    /// Loads with a byte order that is only known at run time.
    fn load_either(&mut self, env: &mut Env, view: &SectionView, (offset, width): (u32, u8), order: VarId) -> Value {
        let var = self.fresh("word");
        let read = |little| {
            let segments = vec![
                Segment::span(Ex::Any, Ex::Int(offset.into())),
                Segment::int(var, width, little),
                Segment::binary(Ex::Any),
            ];
            vec![Ex::bind(Ex::Bits(segments), view.whole.clone())]
        };
        let cond = self.condition(env, &Expr::Var(order));
        env.code.push(cond.branch(read(true), read(false)));
        Value::Num(Num::unsigned(var.into(), u32::from(width) * 8))
    }

    /// `Slice`.
    pub fn slice(&mut self, env: &mut Env, section: VarId, offset: u32, len: u32) -> Value {
        let Some(Value::Section(view)) = env.values.get(&env.key(section)).cloned() else {
            self.unsupported(env, "a section is expected");
            return Value::Bytes(Ex::Bytes(vec![]));
        };
        let args = vec![view.whole, Ex::Int(offset.into()), Ex::Int(len.into())];
        let whole = self.bind(env, "slice", Ex::pure("binary", "part", args));
        Value::Section(SectionView { whole, loads: Rc::default() })
    }
}

/// Binds the variables of a pattern to the parts of a binary of its size.
fn matched(whole: Ex, segments: Vec<Segment>, exact: Option<Vec<Segment>>, conversions: Vec<Ex>) -> Ex {
    match exact {
        None => Ex::bind(Ex::Bits(segments), whole),
        Some(exact) => {
            let quick = Clause::of(Ex::Bits(segments), vec![]);
            Ex::case(whole, vec![quick, Clause::of(Ex::Bits(exact), conversions)])
        }
    }
}

/// Returns a pattern at a position of a region.
fn around(pos: Ex, inner: Vec<Segment>) -> Vec<Segment> {
    let before = (pos != Ex::Int(0)).then(|| Segment::span(Ex::Any, pos));
    before.into_iter().chain(inner).chain([Segment::binary(Ex::Any)]).collect()
}

fn same_len(len: &Num, size: u32) -> Option<Ex> {
    match super::comparison::compare("=:=", len.clone(), Num::constant(size.into())) {
        Ex::Atom(_) => None,
        ex => Some(ex),
    }
}

/// Ends with an error raised by a runtime function, with variables bound only for the compiler.
pub fn fail_call(call: Ex, vars: Vec<Var>) -> Ex {
    Ex::Fail(Failure::Call(Box::new(call)), vars)
}
