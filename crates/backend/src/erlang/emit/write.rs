//! Data that is written or put.

use super::Emit;
use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::Num;
use super::out::{Piece, Usual};
use super::read::padding;
use crate::erlang::ast::{Callee, Ex, Segment};
use crate::erlang::helpers::Helper;
use polywire_ir::{Datum, Expr, Order, VarId, WriteLeaf};

impl Emit<'_> {
    /// A datum as segments.
    pub fn datum(&mut self, env: &mut Env, what: &Datum) -> Piece {
        match what {
            Datum::Int { value, width, order: Order::LittleIf(order) } => self.int_either(env, value, *width, *order),
            Datum::Int { value, width, order } => self.int(env, value, *width, *order == Order::Little),
            Datum::Bytes(bytes) => Piece::literal(bytes),
            Datum::Span(value) => {
                let bytes = self.bytes(env, value);
                Piece::binary(self.bind(env, "bytes", bytes))
            }
            Datum::Zeros(count) => {
                let count = self.num(env, count, EXACT);
                let ex = self.bind(env, "count", count.ex.clone());
                Piece::zeros(Num { ex, ..count })
            }
            Datum::Align { to, from } => {
                let pos = self.position(env);
                let from = self.num(env, from, EXACT);
                let pad = padding(pos, from, Num::constant(i128::from(*to)));
                let ex = self.bind(env, "padding", pad.ex.clone());
                Piece::zeros(Num { ex, ..pad })
            }
            Datum::Leaf(leaf, args) => self.write_leaf(env, *leaf, &args[0]),
        }
    }

    fn int(&mut self, env: &mut Env, value: &Expr, width: u8, little: bool) -> Piece {
        let size = Num::constant(i128::from(width));
        if let Expr::Get(_) | Expr::Var(_) = value {
            match self.value(env, value) {
                Value::Float(ex, bits) if bits == width * 8 => return float(ex, width, little),
                Value::Float(ex, bits) => {
                    let num = self.exact(Value::Float(ex, bits));
                    return Piece::of(vec![Segment::int(num.ex, width, little)], size);
                }
                Value::Signed(ex, bits) if bits == width * 8 => {
                    return Piece::of(vec![Segment::int(ex, width, little)], size);
                }
                _ => {}
            }
        }
        let num = self.num(env, value, u32::from(width) * 8);
        if let Some(value) = num.known() {
            let bytes = value.to_le_bytes();
            let mut bytes = bytes[..usize::from(width)].to_vec();
            if !little {
                bytes.reverse();
            }
            return Piece::literal(&bytes);
        }
        Piece::of(vec![Segment::int(num.ex, width, little)], size)
    }

    fn int_either(&mut self, env: &mut Env, value: &Expr, width: u8, order: VarId) -> Piece {
        let num = self.num(env, value, u32::from(width) * 8);
        let number = self.bind(env, "number", num.ex);
        let var = self.fresh("bytes");
        let cond = self.condition(env, &Expr::Var(order));
        let build = |little| vec![Ex::bind(var, Ex::Bits(vec![Segment::int(number.clone(), width, little)]))];
        env.code.push(cond.branch(build(true), build(false)));
        Piece::sized(var.into(), Num::constant(i128::from(width)))
    }

    fn write_leaf(&mut self, env: &mut Env, leaf: WriteLeaf, arg: &Expr) -> Piece {
        let ex = match leaf {
            WriteLeaf::Varint => return self.write_varint(env, arg),
            WriteLeaf::DecimalInt | WriteLeaf::DecimalUint => {
                let num = self.num(env, arg, EXACT);
                Ex::guard("integer_to_binary", vec![num.ex])
            }
            WriteLeaf::JsonFloat64 => self.write_float(env, arg, ("polywire_json", "format64"), 64),
            WriteLeaf::JsonFloat32 => self.write_float(env, arg, ("polywire_json", "format32"), 32),
            WriteLeaf::GeneralFloat64 => self.write_float(env, arg, ("polywire_print", "general64"), 64),
            WriteLeaf::GeneralFloat32 => self.write_float(env, arg, ("polywire_print", "general32"), 32),
            WriteLeaf::CString => Ex::pure("polywire_print", "c_string", vec![self.bytes(env, arg)]),
            WriteLeaf::Spaces => {
                let count = self.num(env, arg, EXACT);
                Ex::pure("polywire_print", "spaces", vec![count.ex])
            }
            WriteLeaf::JsonString => Ex::pure("polywire_json", "quote", vec![self.bytes(env, arg)]),
            WriteLeaf::JsonBase64 => Ex::pure("polywire_json", "quote_base64", vec![self.bytes(env, arg)]),
        };
        Piece::binary(self.bind(env, "text", ex))
    }

    fn write_float(
        &mut self,
        env: &mut Env,
        arg: &Expr,
        (module, format): (&'static str, &'static str),
        bits: u8,
    ) -> Ex {
        let from_bits = if bits == 32 { "from_bits32" } else { "from_bits64" };
        let float = match self.value(env, arg) {
            Value::Float(ex, from) if from == bits => ex,
            value => Ex::pure("polywire_float", from_bits, vec![self.exact(value).ex]),
        };
        Ex::remote(module, format, vec![float])
    }

    fn write_varint(&mut self, env: &mut Env, arg: &Expr) -> Piece {
        let num = self.num(env, arg, EXACT);
        self.varint(env, num)
    }

    /// A base-128 varint.
    pub fn varint(&mut self, env: &mut Env, num: Num) -> Piece {
        if let Some(value) = num.known() {
            return Piece::literal(&varint_bytes(value as u64));
        }
        if num.within(0, 127) {
            return Piece::of(vec![Segment::bits(num.ex, 8)], Num::constant(1));
        }
        let number = self.bind(env, "number", num.ex);
        let ex = self.bind(env, "varint", Ex::Call(Callee::Helper(Helper::Varint), vec![number.clone()]));
        let size = Num::new(super::expr::bytes_len(ex.clone()).ex, 1, 10);
        Piece { varint: Some(number), ..Piece::sized(ex, size) }
    }

    /// Returns literal bytes followed by a varint as one integer, and its width in bytes.
    pub fn varint_word(&mut self, env: &mut Env, prefix: &[u8], number: Ex) -> (Ex, Num) {
        let (word, width) = (self.fresh("word"), self.fresh("width"));
        let (value, len) = (big_endian(prefix), prefix.len() as i128);
        let short = Num::unsigned(number.clone(), 7).plus(Num::constant(value << 8)).ex;
        let quick = vec![Ex::bind(word, short), Ex::bind(width, Ex::Int(len + 1))];
        let call = Ex::pure("polywire_varint", "word", vec![Ex::Int(value), Ex::Int(len), number.clone()]);
        let slow = vec![Ex::bind(Ex::Tuple(vec![word.into(), width.into()]), call)];
        let short = Ex::binary("<", number, Ex::Int(128));
        env.code.push(Ex::If(vec![(short, quick), (super::boolean::truth(true), slow)]));
        (word.into(), Num::new(width.into(), len + 1, len + 10))
    }
}

/// Returns a float: its segment, which cannot hold NaN and the infinities, or a helper's binary.
fn float(ex: Ex, width: u8, little: bool) -> Piece {
    let helper = match (width, little) {
        (4, true) => Helper::Single,
        (4, false) => Helper::SingleBig,
        (_, true) => Helper::Double,
        (_, false) => Helper::DoubleBig,
    };
    let usual = (width == 8 && matches!(ex, Ex::Var(_))).then(|| Usual {
        guard: Ex::guard("is_float", vec![ex.clone()]),
        segments: vec![Segment::float(ex.clone(), width, little)],
    });
    let bits = Ex::Call(Callee::Helper(helper), vec![ex]);
    Piece { usual, ..Piece::sized(bits, Num::constant(i128::from(width))) }
}

fn varint_bytes(mut value: u64) -> Vec<u8> {
    let mut bytes = vec![];
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// Returns the big-endian integer in bytes.
pub fn big_endian(bytes: &[u8]) -> i128 {
    bytes.iter().fold(0, |sum, byte| sum << 8 | i128::from(*byte))
}
