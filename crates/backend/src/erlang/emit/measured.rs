//! Bodies prefixed by their length.

use super::env::Env;
use super::num::Num;
use super::out::{Out, Piece};
use super::{Emit, Then};
use crate::erlang::ast::{Ex, Segment};
use polywire_ir::{ErrorCode, Op, Order, Prefix, SiteId};

impl Emit<'_> {
    /// `Measured`: the body's pieces are measured, then written after their length in the same expression.
    pub fn measured(&mut self, mut env: Env, op: &Op, then: Then) -> Vec<Ex> {
        let Op::Measured { prefix, unit, bias, body, results, site, .. } = op else { return then(self, env) };
        let width = match prefix {
            Prefix::Varint => 1,
            Prefix::Int { width, .. } => *width,
        };
        let start = self.position(&mut env).plus(Num::constant(i128::from(width)));
        let outer = env.out.take();
        env.out = Some(Out::new(start));
        let mut env = match self.direct(env, &body.ops) {
            Ok(env) => env,
            Err(code) => return code,
        };
        self.bind_yields(&mut env, &body.yields, results);
        let inner = std::mem::replace(&mut env.out, outer);
        let pieces = inner.map_or(vec![], |out| self.measurable(&mut env, out));
        let size = pieces.iter().fold(Num::constant(0), |sum, piece| sum.plus(piece.size.clone()));
        let size = Num { ex: self.bind(&mut env, "size", size.ex.clone()), ..size };
        let number = self.number(&mut env, size, (*unit, *bias), *site);
        let prefix = self.prefix(&mut env, *prefix, number, *site);
        self.emit(&mut env, prefix);
        pieces.into_iter().for_each(|piece| self.emit(&mut env, piece));
        then(self, env)
    }

    /// Returns the pieces, binding those that would otherwise be built twice: for measuring and for writing.
    fn measurable(&mut self, env: &mut Env, out: Out) -> Vec<Piece> {
        let bind = |piece: Piece| {
            let Some(value) = piece.as_binary().filter(|_| piece.size.known().is_none()).cloned() else { return piece };
            if value.is_atomic() || piece.usual.is_some() {
                return piece;
            }
            Piece::binary(self.bind(env, "part", value))
        };
        out.pieces.iter().cloned().map(bind).collect()
    }

    fn number(&mut self, env: &mut Env, size: Num, (unit, bias): (u32, i32), site: SiteId) -> Num {
        let total = size.plus(Num::constant(i128::from(bias)));
        if unit == 1 {
            return total;
        }
        let by = i128::from(unit);
        let rest = total.clone().remainder(by);
        self.require(env, super::comparison::compare("=:=", rest, Num::constant(0)), site);
        total.divided(by)
    }

    /// Fails with `too_large` unless it holds.
    fn require(&mut self, env: &mut Env, holds: Ex, site: SiteId) {
        if holds != super::boolean::truth(true) {
            let fail = self.fail(env, ErrorCode::TooLarge.name(), site);
            env.code.push(Ex::binary("orelse", holds, fail));
        }
    }

    fn prefix(&mut self, env: &mut Env, prefix: Prefix, number: Num, site: SiteId) -> Piece {
        let number = Num { lo: number.lo.max(0), ..number };
        match prefix {
            Prefix::Varint if number.known().is_some() || number.within(0, 127) => self.varint(env, number),
            Prefix::Varint => {
                let (word, width) = self.varint_word(env, &[], number.ex);
                Piece::word(word, width)
            }
            Prefix::Int { width, order } => {
                let most = (1i128 << (u32::from(width) * 8)) - 1;
                let fits = super::comparison::compare("=<", number.clone(), Num::constant(most));
                self.require(env, fits, site);
                self.sized_number(env, number, width, order)
            }
        }
    }

    fn sized_number(&mut self, env: &mut Env, number: Num, width: u8, order: Order) -> Piece {
        let size = Num::constant(i128::from(width));
        let segment = |little| Segment::int(number.ex.clone(), width, little);
        let little = match order {
            Order::Little => true,
            Order::Big => false,
            Order::LittleIf(var) => {
                let bytes = self.fresh("prefix");
                let cond = self.condition(env, &polywire_ir::Expr::Var(var));
                let build = |little| vec![Ex::bind(bytes, Ex::Bits(vec![segment(little)]))];
                env.code.push(cond.branch(build(true), build(false)));
                return Piece::sized(bytes.into(), size);
            }
        };
        Piece::of(vec![segment(little)], size)
    }
}
