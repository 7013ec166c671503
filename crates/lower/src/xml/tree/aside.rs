//! Comments and processing instructions.

use super::Tree;
use super::text::refuse_returns;
use super::types::{TEXT, instruction_field};
use crate::text::class::{since, start};
use crate::xml::tokens::Tokens;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Function, Place, ReadLeaf, ValueType};

const WHOLE: [(&str, ValueType); 1] = [("whole", ValueType::Bytes)];

impl Tree {
    /// Reads a comment or a processing instruction, if one is next, into a new element of a list of unions with these cases; yields
    /// true if there is one.
    pub(super) fn read_aside(
        &self,
        b: &mut FunctionBuilder,
        [comment, instruction]: [u32; 2],
        push: impl Fn(&mut FunctionBuilder, &dyn Fn(&mut FunctionBuilder, Place)),
    ) -> Expr {
        let is_comment = b.matches("is_comment", b"<!--");
        let read_comment = |b: &mut FunctionBuilder| {
            push(b, &|b, it| {
                b.open(it, Some(comment), ("comment", TEXT), |b, place, _| self.read_comment(b, place.into()));
            });
            vec![true.into()]
        };
        let other = |b: &mut FunctionBuilder| {
            let is_instruction = b.matches("is_instruction", b"<?");
            b.when(is_instruction.into(), |b| {
                push(b, &|b, it| {
                    b.open(it, Some(instruction), ("instruction", self.types.instruction.clone()), |b, place, _| {
                        self.read_instruction(b, &place.into());
                    });
                });
            });
            vec![is_instruction.into()]
        };
        b.if_yields(is_comment.into(), &[("is_there", ValueType::Bool)], read_comment, other)[0].into()
    }

    fn read_comment(&self, b: &mut FunctionBuilder, place: Place) {
        let start = start(b);
        self.attributes.tokens.comment(b);
        let text = b.at(since(start), 0u64, &WHOLE, |b| vec![b.read_span("comment", Expr::Left - 3u64).into()]);
        self.set_lines(b, place, text[0].into());
    }

    fn read_instruction(&self, b: &mut FunctionBuilder, place: &Place) {
        let start = start(b);
        self.attributes.tokens.instruction(b);
        let parts = [("target", ValueType::Bytes), ("data", ValueType::Bytes)];
        let parts = b.at(since(start), 0u64, &parts, |b| {
            let target = self.attributes.tokens.ncname(b);
            b.skip_leaf(ReadLeaf::JsonSpace);
            vec![target, b.read_span("data", Expr::Left - 2u64).into()]
        });
        b.set_trusted(place.field(instruction_field::TARGET), parts[0]);
        self.set_lines(b, place.field(instruction_field::DATA), parts[1].into());
    }

    fn set_lines(&self, b: &mut FunctionBuilder, place: Place, text: Expr) {
        let text = b.call(self.line_ends, vec![Arg::Value(text)], &[("text", ValueType::Bytes)]);
        b.set_trusted(place, text[0]);
    }

    /// Writes the case of a union that is a comment.
    pub(super) fn write_comment(&self, b: &mut FunctionBuilder, place: Place) {
        b.call(self.write_comment, vec![Arg::Value(Expr::Get(place))], &[]);
    }

    /// Writes the case of a union that is a processing instruction.
    pub(super) fn write_instruction(&self, b: &mut FunctionBuilder, place: &Place) {
        let args = [instruction_field::TARGET, instruction_field::DATA];
        let args = args.map(|field| Arg::Value(Expr::Get(place.field(field))));
        b.call(self.write_instruction, args.into(), &[]);
    }
}

/// `write_comment(text)`.
pub(super) fn write_comment(tokens: &Tokens) -> Function {
    let mut b = FunctionBuilder::new("write_comment");
    b.rare();
    let text = b.value_param("text", ValueType::Bytes);
    refuse_returns(&mut b, text.into());
    let whole = b.scratch("whole", |b| {
        b.write(Datum::Span(text.into()));
        b.write_bytes(b"-->");
    });
    check_whole(&mut b, whole.into(), |b| tokens.comment(b));
    b.write_bytes(b"<!--");
    b.write(Datum::Span(whole.into()));
    b.finish(vec![], vec![])
}

/// `write_instruction(target, data)`.
pub(super) fn write_instruction(tokens: &Tokens, check_name: FuncId) -> Function {
    let mut b = FunctionBuilder::new("write_instruction");
    b.rare();
    let target = b.value_param("target", ValueType::Bytes);
    let data = b.value_param("data", ValueType::Bytes);
    b.call(check_name, vec![Arg::Value(target.into())], &[]);
    refuse_returns(&mut b, data.into());
    b.at(data, 0u64, &[], |b| {
        b.skip_leaf(ReadLeaf::JsonSpace);
        // White space in front of the data is not a part of it.
        b.check(Expr::Left.is(Expr::from(data).bytes_len()), ErrorCode::Unsupported);
        vec![]
    });
    let whole = b.scratch("whole", |b| {
        b.write(Datum::Span(target.into()));
        b.when(Expr::from(data).bytes_len().is_not(0u64), |b| b.write_bytes(b" "));
        b.write(Datum::Span(data.into()));
        b.write_bytes(b"?>");
    });
    check_whole(&mut b, whole.into(), |b| tokens.instruction(b));
    b.write_bytes(b"<?");
    b.write(Datum::Span(whole.into()));
    b.finish(vec![], vec![])
}

/// Refuses what would be read as something else, by reading it.
fn check_whole(b: &mut FunctionBuilder, whole: Expr, read: impl FnOnce(&mut FunctionBuilder)) {
    b.at(whole, 0u64, &[], |b| {
        read(b);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![]
    });
}
