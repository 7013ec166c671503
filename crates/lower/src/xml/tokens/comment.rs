//! Comments and processing instructions (XML 1.0, sections 2.5 and 2.6). What they begin with has been read.

use super::Tokens;
use crate::text::class::lower;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Order, ReadLeaf, ValueType};

impl Tokens {
    /// Skips a comment behind `<!--`.
    pub fn comment(&self, b: &mut FunctionBuilder) {
        b.call(self.comment, vec![], &[]);
    }

    /// Skips a processing instruction behind `<?`.
    pub fn instruction(&self, b: &mut FunctionBuilder) {
        b.call(self.instruction, vec![], &[]);
    }

    /// `skip_comment()`.
    pub(super) fn skip_comment(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_comment");
        b.rare();
        self.until(&mut b, b'-', |b| {
            let end = b.matches("end", b"-");
            b.when(end.into(), |b| b.expect(b">", ErrorCode::Syntax));
            end.into()
        });
        b.finish(vec![], vec![])
    }

    /// `skip_instruction()`: its target is not `xml` in any case of the letters.
    pub(super) fn skip_instruction(&self) -> Function {
        let mut b = FunctionBuilder::new("skip_instruction");
        b.rare();
        let target = self.ncname(&mut b);
        let is_short = target.clone().bytes_len().is(3u64);
        b.when(is_short, |b| {
            let letters = b.at(target, 0u64, &[("letters", ValueType::U64)], |b| {
                let parts = [2, 1].map(|width| b.read_int("part", width, Order::Big));
                vec![lower(parts[0] << 8u64 | parts[1]) | 0x20_2000u64]
            });
            b.check(letters[0].is_not(u64::from_be_bytes(*b"\0\0\0\0\0xml")), ErrorCode::Syntax);
        });
        let empty = b.matches("empty", b"?>");
        b.when(!empty, |b| {
            self.demand_space(b);
            self.until(b, b'?', |b| b.matches("end", b">").into());
        });
        b.finish(vec![], vec![])
    }

    /// Skips characters; behind each of this kind, `end` tells (Bool) whether it was the last one.
    pub fn until(&self, b: &mut FunctionBuilder, mark: u8, end: impl FnOnce(&mut FunctionBuilder) -> Expr) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                self.skip_run(b, [mark, b'\r'].as_slice().into());
                let next = b.peek("next");
                let marked = b.block(|b| {
                    b.skip(1u64);
                    vec![!end(b)]
                });
                let carriage_return = b.block(|b| {
                    b.skip(1u64);
                    vec![true.into()]
                });
                let arms = vec![
                    Arm { keys: vec![Const::U64(mark.into())], body: marked },
                    Arm { keys: vec![Const::U64(b'\r'.into())], body: carriage_return },
                ];
                let other = b.block(|b| {
                    self.fail_at_next(b);
                    vec![false.into()]
                });
                let more = b.switch(next.into(), arms, other, &[("more", ValueType::Bool)]);
                vec![more[0].into()]
            },
        );
    }

    /// Skips white space, of which there is some.
    pub fn demand_space(&self, b: &mut FunctionBuilder) {
        let before = b.let_("before", Expr::Left);
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.check(before.is_not(0u64), ErrorCode::Truncated);
        b.check(before.is_not(Expr::Left), ErrorCode::Syntax);
    }
}
