//! Skips values of unknown members.

use super::head::{ARRAY, BYTES, EXT, MAP, TEXT};
use crate::plan::{arm, block};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// Functions that skip.
pub(crate) struct Skippers {
    value: FuncId,
    /// This many values, one level deeper.
    values: FuncId,
}

impl Skippers {
    /// Defines them.
    pub fn define(module: &mut ModuleBuilder) -> Self {
        let skippers = Self { value: module.declare(), values: module.declare() };
        module.define(skippers.value, skippers.skip_value());
        module.define(skippers.values, skippers.skip_values());
        skippers
    }

    /// Skips a value of any type.
    pub fn value(&self, b: &mut FunctionBuilder) {
        b.call(self.value, vec![], &[]);
    }

    fn values(&self, b: &mut FunctionBuilder, count: Expr) {
        b.call(self.values, vec![Arg::Value(count)], &[]);
    }

    /// Every value has at least one byte, so the loop ends with the input.
    fn skip_values(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_values");
        b.nests();
        let count = Expr::from(b.value_param("count", ValueType::U64));
        b.loop_while(
            vec![("done", ValueType::U64, 0u64.into())],
            |carried| carried[0].below(count),
            |b, carried| {
                self.value(b);
                vec![carried[0] + 1u64]
            },
        );
        b.finish(vec![], vec![])
    }

    fn skip_value(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_value");
        let head = Expr::from(b.read_int("head", 1, Order::Big));
        let arms = [self.containers(&mut b), runs(&mut b), scalars(&mut b)].concat();
        let short = block(&mut b, |b| self.skip_short(b, &head));
        b.switch(head, arms, short, &[]);
        b.finish(vec![], vec![])
    }

    fn containers(&self, b: &mut FunctionBuilder) -> Vec<Arm> {
        let families = [(ARRAY, 1u64), (MAP, 2)];
        let tags = families.iter().flat_map(|(family, each)| family.widths().into_iter().map(move |it| (it, *each)));
        let tags: Vec<((u8, u8), u64)> = tags.collect();
        let container = |((tag, width), each): ((u8, u8), u64)| {
            arm(b, vec![Const::U64(tag.into())], |b| {
                let count = b.read_int("count", width, Order::Big);
                self.values(b, count * each);
            })
        };
        tags.into_iter().map(container).collect()
    }

    /// Heads that contain their length or value. 0xc1 is never used.
    fn skip_short(&self, b: &mut FunctionBuilder, head: &Expr) {
        let starts = |first: u64, count: u64| (head.clone() - first).below(count);
        let low = |mask: u64| head.clone() & mask;
        b.check(head.clone().is_not(0xc1u64), ErrorCode::WrongKind);
        b.skip(starts(0xa0, 32).choose(low(0x1f), 0u64));
        let elements = starts(0x90, 16).choose(low(0xf), 0u64);
        let values = b.let_("values", starts(0x80, 16).choose(low(0xf) * 2u64, elements));
        b.when(values.is_not(0u64), |b| self.values(b, values.into()));
    }
}

/// Texts, bytes and extensions; the latter have a type in an additional byte.
fn runs(b: &mut FunctionBuilder) -> Vec<Arm> {
    let extensions = EXT.widths().into_iter().map(|(tag, width)| (tag, width, 1u64));
    let plain = [TEXT.widths(), BYTES.widths()].concat().into_iter().map(|(tag, width)| (tag, width, 0));
    let run = |(tag, width, more): (u8, u8, u64)| {
        arm(b, vec![Const::U64(tag.into())], |b| {
            let len = b.read_int("len", width, Order::Big);
            b.skip(len + more);
        })
    };
    plain.chain(extensions).map(run).collect()
}

/// Numbers after their heads, and extensions of fixed length.
fn scalars(b: &mut FunctionBuilder) -> Vec<Arm> {
    let groups: [(&[u64], u64); 9] = [
        (&[0xcc, 0xd0], 1),
        (&[0xcd, 0xd1, 0xd4], 2),
        (&[0xd5], 3),
        (&[0xca, 0xce, 0xd2], 4),
        (&[0xd6], 5),
        (&[0xcb, 0xcf, 0xd3], 8),
        (&[0xd7], 9),
        (&[0xd8], 17),
        (&[0xc0, 0xc2, 0xc3], 0),
    ];
    let scalar =
        |(heads, len): (&[u64], u64)| arm(b, heads.iter().map(|&head| Const::U64(head)).collect(), |b| b.skip(len));
    groups.into_iter().map(scalar).collect()
}
