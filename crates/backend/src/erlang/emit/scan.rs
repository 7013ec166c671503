//! Leaves that are read by functions of the module itself, followed by the code after them: only within a module is the
//! rest of the input passed on as the compiler's match context, without a binary for each leaf.
//!
//! Design: docs/decisions/0069-erlang-json-leaves.md

use super::control::reading_clause;
use super::env::Env;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Clause, Ex, LocalId, Segment, Var};
use polywire_ir::{ReadLeaf, SiteId, VarId};

/// Smaller numbers are exact in a binary64 after another digit, and so are the powers of ten: their quotient is correctly
/// rounded.
const MOST: i128 = 900_719_925_474_098;
/// The largest power of ten that is exact.
const MOST_PLACES: i128 = 22;

/// A leaf under construction.
struct Scan {
    leaf: ReadLeaf,
    site: Ex,
    /// The function of the code after it, given the rest and the value.
    after: LocalId,
}

/// Returns true for leaves that are read character by character.
pub fn is_scanned(leaf: ReadLeaf) -> bool {
    match leaf {
        ReadLeaf::JsonString | ReadLeaf::JsonInt | ReadLeaf::JsonUint | ReadLeaf::JsonFloat64 | ReadLeaf::JsonBool => {
            true
        }
        ReadLeaf::Varint
        | ReadLeaf::ShortVarint
        | ReadLeaf::JsonSpace
        | ReadLeaf::JsonFloat32
        | ReadLeaf::JsonSkipNumber
        | ReadLeaf::JsonBase64 => false,
    }
}

impl Emit<'_> {
    /// Reads a leaf at the end of a function.
    pub fn scan(&mut self, mut env: Env, leaf: ReadLeaf, results: &[VarId], site: SiteId, then: Then) -> Vec<Ex> {
        let rest = self.rest(&env);
        let site = self.site(&env, site);
        let after = self.after_leaf(&env, leaf, results, then);
        let scan = Scan { leaf, site, after };
        let mut clauses = match leaf {
            ReadLeaf::JsonString => self.scan_text(&scan, &rest),
            ReadLeaf::JsonFloat64 => self.scan_float(&scan, &rest),
            ReadLeaf::JsonBool => self.scan_bool(&scan),
            _ => self.scan_int(&scan),
        };
        let (module, name) = (super::read::leaf_module(leaf), super::read::leaf_name(leaf));
        clauses.push(Clause::of(Ex::Any, self.by_runtime(&scan, (module, name), vec![rest.clone()])));
        env.code.push(Ex::case(rest, clauses));
        env.code
    }

    fn after_leaf(&mut self, env: &Env, leaf: ReadLeaf, results: &[VarId], then: Then) -> LocalId {
        let id = self.declare("value");
        let (rest, value) = (self.fresh("rest"), self.fresh(self.hint(env, results[0])));
        let mut inner = env.inner();
        self.move_to(&mut inner, rest.into());
        self.set_leaf(&mut inner, leaf, results, vec![value.into()]);
        let body = then(self, inner);
        self.define(id, vec![rest, value], vec![reading_clause(&[rest, value], Some(0), body)]);
        id
    }

    /// Leaves the rest of a leaf to a function of the runtime.
    fn by_runtime(&mut self, scan: &Scan, (module, name): (&'static str, &'static str), mut args: Vec<Ex>) -> Vec<Ex> {
        let (value, rest) = (self.fresh("value"), self.fresh("rest"));
        args.push(scan.site.clone());
        let read = Ex::bind(Ex::Tuple(vec![value.into(), rest.into()]), Ex::remote(module, name, args));
        vec![read, scan.end(rest, value)]
    }

    fn scan_bool(&mut self, scan: &Scan) -> Vec<Clause> {
        let word = |emit: &mut Self, text: &str| {
            let rest = emit.fresh("rest");
            let segments = Segment::literal(text.as_bytes()).into_iter().chain([Segment::binary(rest)]);
            Clause::of(Ex::Bits(segments.collect()), vec![scan.end(rest, Ex::atom(text))])
        };
        vec![word(self, "true"), word(self, "false")]
    }

    /// Without an escape, a text is a part of the input, `start`, which begins with the quote: the compiler does not pass on a
    /// match context that is also needed as a binary.
    fn scan_text(&mut self, scan: &Scan, input: &Ex) -> Vec<Clause> {
        let id = self.declare("text");
        let (rest, start, len) = (self.fresh("rest"), self.fresh("start"), self.fresh("length"));
        let step = |emit: &mut Self, count: usize| {
            let bytes: Vec<Var> = (0..count).map(|_| emit.fresh("byte")).collect();
            let next = Ex::Call(
                Callee::Local(id),
                vec![rest.into(), start.into(), Ex::binary("+", len, Ex::Int(count as i128))],
            );
            let mut segments: Vec<Segment> = bytes.iter().map(|byte| Segment::bits(*byte, 8)).collect();
            segments.push(Segment::binary(rest));
            let guard = bytes.iter().map(|byte| plain(*byte)).reduce(both);
            Clause { guard, ..of(Ex::Bits(segments), [start, len], vec![next]) }
        };
        let quote = |rest: Var| Ex::Bits(vec![byte(b'"'), Segment::binary(rest)]);
        let text = Ex::guard("binary_part", vec![start.into(), Ex::Int(1), len.into()]);
        let mut clauses = vec![step(self, 4)];
        clauses.push(of(quote(rest), [start, len], vec![scan.end(rest, text)]));
        clauses.push(step(self, 1));
        let slow = self.by_runtime(scan, ("polywire_json", "string"), vec![start.into()]);
        clauses.push(of(rest.into(), [start, len], slow));
        self.define(id, vec![rest, start, len], clauses);
        let inside = self.fresh("rest");
        let first = Ex::Call(Callee::Local(id), vec![inside.into(), input.clone(), Ex::Int(0)]);
        vec![Clause::of(quote(inside), vec![first])]
    }

    /// Most integers are digits only.
    fn scan_int(&mut self, scan: &Scan) -> Vec<Clause> {
        let id = self.declare("digits");
        let (rest, number) = (self.fresh("rest"), self.fresh("number"));
        let name = if scan.leaf == ReadLeaf::JsonInt { "rest_of_int" } else { "rest_of_uint" };
        let digit = self.digit(id, (rest, number), vec![]);
        let slow = self.by_runtime(scan, ("polywire_json", name), vec![rest.into(), number.into()]);
        let longer = self.goes_on(rest, [number], slow);
        let end = of(rest.into(), [number], vec![scan.end(rest, number)]);
        self.define(id, vec![rest, number], vec![digit, longer, end]);
        vec![self.first_digit(id, vec![])]
    }

    /// Most floats have few digits and no exponent; others are read again from the start of the number.
    fn scan_float(&mut self, scan: &Scan, input: &Ex) -> Vec<Clause> {
        let (whole, fraction) = (self.declare("whole"), self.scan_fraction(scan));
        let (rest, number, start) = (self.fresh("rest"), self.fresh("number"), self.fresh("start"));
        let digit = self.digit(whole, (rest, number), vec![start.into()]);
        let next = self.fresh("byte");
        let point = Ex::Bits(vec![byte(b'.'), Segment::bits(next, 8), Segment::binary(rest)]);
        let args = vec![rest.into(), appended(number, next), start.into(), Ex::Int(1)];
        let point = of(point, [number, start], vec![Ex::Call(Callee::Local(fraction), args)]);
        let point = Clause { guard: Some(both(is_digit(next, b'0'), few(number))), ..point };
        let again = self.by_runtime(scan, ("polywire_json", "float64"), vec![start.into()]);
        let longer = self.goes_on(rest, [number, start], again);
        let value = Ex::guard("float", vec![number.into()]);
        let end = of(rest.into(), [number, start], vec![scan.end(rest, value)]);
        self.define(whole, vec![rest, number, start], vec![digit, point, longer, end]);
        vec![self.first_digit(whole, vec![input.clone()]), self.below_one(fraction, input)]
    }

    fn scan_fraction(&mut self, scan: &Scan) -> LocalId {
        let id = self.declare("fraction");
        let (rest, number) = (self.fresh("rest"), self.fresh("number"));
        let (start, places) = (self.fresh("start"), self.fresh("places"));
        let more = Ex::binary("+", places, Ex::Int(1));
        let mut digit = self.digit(id, (rest, number), vec![start.into(), more]);
        digit.patterns[3] = places.into();
        digit.guard = digit.guard.map(|guard| both(guard, Ex::binary("<", places, Ex::Int(MOST_PLACES))));
        let again = self.by_runtime(scan, ("polywire_json", "float64"), vec![start.into()]);
        let longer = self.goes_on(rest, [number, start, places], again);
        let power = Ex::guard("element", vec![places.into(), powers()]);
        let value = Ex::binary("/", number, power);
        let end = of(rest.into(), [number, start, places], vec![scan.end(rest, value)]);
        self.define(id, vec![rest, number, start, places], vec![digit, longer, end]);
        id
    }

    /// Returns the clause of a first digit that is not 0.
    fn first_digit(&mut self, id: LocalId, others: Vec<Ex>) -> Clause {
        let (first, rest) = (self.fresh("byte"), self.fresh("rest"));
        let value = Ex::binary("-", first, Ex::Int(b'0'.into()));
        let args = [rest.into(), value].into_iter().chain(others).collect();
        let pattern = Ex::Bits(vec![Segment::bits(first, 8), Segment::binary(rest)]);
        let start = Ex::Call(Callee::Local(id), args);
        Clause { guard: Some(is_digit(first, b'1')), ..Clause::of(pattern, vec![start]) }
    }

    /// Returns the clause of a decimal whose only digit before the point is a zero.
    fn below_one(&mut self, fraction: LocalId, input: &Ex) -> Clause {
        let (next, rest) = (self.fresh("byte"), self.fresh("rest"));
        let pattern = Ex::Bits(vec![byte(b'0'), byte(b'.'), Segment::bits(next, 8), Segment::binary(rest)]);
        let value = Ex::binary("-", next, Ex::Int(b'0'.into()));
        let start = Ex::Call(Callee::Local(fraction), vec![rest.into(), value, input.clone(), Ex::Int(1)]);
        Clause { guard: Some(is_digit(next, b'0')), ..Clause::of(pattern, vec![start]) }
    }

    /// Returns the clause of a further digit, after which the helper has these other arguments.
    fn digit(&mut self, id: LocalId, (rest, number): (Var, Var), others: Vec<Ex>) -> Clause {
        let next = self.fresh("byte");
        let pattern = Ex::Bits(vec![Segment::bits(next, 8), Segment::binary(rest)]);
        let patterns = [pattern, number.into()].into_iter().chain(others.iter().cloned()).collect();
        let args = [rest.into(), appended(number, next)].into_iter().chain(others).collect();
        let guard = Some(both(is_digit(next, b'0'), few(number)));
        Clause { patterns, guard, body: vec![Ex::Call(Callee::Local(id), args)] }
    }

    /// Returns the clause of a number that goes on.
    fn goes_on<const N: usize>(&mut self, rest: Var, others: [Var; N], body: Vec<Ex>) -> Clause {
        let next = self.fresh("byte");
        let pattern = Ex::Bits(vec![Segment::bits(next, 8), Segment::binary(Ex::Any)]);
        let is = |byte: u8| Ex::binary("=:=", next, Ex::Int(byte.into()));
        let guard = [is_digit(next, b'0'), is(b'.'), is(b'e'), is(b'E')].into_iter();
        let guard = guard.reduce(|left, right| Ex::binary("orelse", left, right));
        Clause { guard, ..of(Ex::bind(pattern, rest.into()), others, body) }
    }
}

impl Scan {
    /// Returns the call of the code after the leaf.
    fn end(&self, rest: Var, value: impl Into<Ex>) -> Ex {
        Ex::Call(Callee::Local(self.after), vec![rest.into(), value.into()])
    }
}

fn of<const N: usize>(first: Ex, others: [Var; N], body: Vec<Ex>) -> Clause {
    let patterns = std::iter::once(first).chain(others.map(Ex::Var)).collect();
    Clause { patterns, guard: None, body }
}

fn byte(value: u8) -> Segment {
    Segment::bits(Ex::Int(value.into()), 8)
}

fn both(left: Ex, right: Ex) -> Ex {
    Ex::binary("andalso", left, right)
}

fn is_digit(byte: Var, least: u8) -> Ex {
    both(Ex::binary(">=", byte, Ex::Int(least.into())), Ex::binary("=<", byte, Ex::Int(b'9'.into())))
}

/// An ASCII character of a string that is not an escape.
fn plain(byte: Var) -> Ex {
    let not = |other: u8| Ex::binary("=/=", byte, Ex::Int(other.into()));
    let ascii = both(Ex::binary(">=", byte, Ex::Int(b' '.into())), Ex::binary("<", byte, Ex::Int(128)));
    both(both(ascii, not(b'"')), not(b'\\'))
}

fn few(number: Var) -> Ex {
    Ex::binary("=<", number, Ex::Int(MOST))
}

fn appended(number: Var, digit: Var) -> Ex {
    let ten = Ex::binary("*", number, Ex::Int(10));
    Ex::binary("+", ten, Ex::binary("-", digit, Ex::Int(b'0'.into())))
}

fn powers() -> Ex {
    let powers: Vec<String> = (1..=MOST_PLACES).map(|exponent| format!("1.0e{exponent}")).collect();
    Ex::Literal(format!("{{{}}}", powers.join(", ")))
}
