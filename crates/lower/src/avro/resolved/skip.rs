//! Values that the reader lacks, skipped by the writer's schema.

use super::writer::{Writer, kind};
use crate::avro::number::{read_int, read_len, read_long};
use crate::plan::{arm, block};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::StructId;
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, Place, ValueType};

/// The work charged for each value without bytes that is read or skipped.
pub(in crate::avro) const WORK: u64 = 128;

/// Reads or skips a value, and charges it if it had no bytes: others are bounded by the input.
pub(in crate::avro) fn charged_if_empty(b: &mut FunctionBuilder, cost: u64, value: impl FnOnce(&mut FunctionBuilder)) {
    let before = b.let_("before", Expr::Left);
    value(b);
    b.charge(Expr::Left.is(before).choose(cost, 0u64));
}

/// Defines the function that skips a value.
pub(super) fn define(module: &mut ModuleBuilder, schema: StructId) -> FuncId {
    let skip = module.declare();
    module.define(skip, skip_value(skip, schema));
    skip
}

fn skip_value(skip: FuncId, schema: StructId) -> Function {
    let mut b = FunctionBuilder::new("skip_value");
    b.nests();
    let writer = Writer::params(&mut b, schema);
    writer.check_index(&mut b);
    charged_if_empty(&mut b, WORK, |b| {
        let arms = [scalar_arms(b, &writer), composite_arms(b, &writer, skip)].concat();
        let other = block(b, |b| b.fail(ErrorCode::WrongKind));
        b.switch(writer.kind(), arms, other, &[]);
    });
    b.finish(vec![], vec![])
}

fn scalar_arms(b: &mut FunctionBuilder, writer: &Writer) -> Vec<Arm> {
    vec![
        of_kinds(b, &[kind::NULL], |_| {}),
        of_kinds(b, &[kind::BOOLEAN], |b| b.skip(1u64)),
        of_kinds(b, &[kind::INT, kind::ENUM], |b| drop(read_int(b, "skipped"))),
        of_kinds(b, &[kind::LONG], |b| drop(read_long(b, "skipped"))),
        of_kinds(b, &[kind::FLOAT], |b| b.skip(4u64)),
        of_kinds(b, &[kind::DOUBLE], |b| b.skip(8u64)),
        of_kinds(b, &[kind::BYTES, kind::STRING], skip_run),
        of_kinds(b, &[kind::FIXED], |b| b.skip(writer.size())),
    ]
}

fn composite_arms(b: &mut FunctionBuilder, writer: &Writer, skip: FuncId) -> Vec<Arm> {
    let call = |b: &mut FunctionBuilder, writer: &Writer| drop(b.call(skip, writer.args(), &[]));
    vec![
        of_kinds(b, &[kind::RECORD], |b| {
            repeat(b, Expr::Len(writer.fields()), |b, index| call(b, &field_node(writer, index)));
        }),
        of_kinds(b, &[kind::ARRAY], |b| skip_blocks(b, |b| call(b, &writer.items()))),
        of_kinds(b, &[kind::MAP], |b| {
            skip_blocks(b, |b| {
                skip_run(b);
                call(b, &writer.items());
            });
        }),
        of_kinds(b, &[kind::UNION], |b| {
            let branch = writer.read_branch(b);
            call(b, &branch);
        }),
    ]
}

/// Returns the node of a record's field.
pub(super) fn field_node(writer: &Writer, index: Expr) -> Writer {
    writer.at(Expr::Get(field(writer, index).field(1)))
}

/// Returns a record's field.
pub(super) fn field(writer: &Writer, index: Expr) -> Place {
    writer.fields().at(index)
}

/// Blocks with a size are skipped as a whole.
pub(in crate::avro) fn skip_blocks(b: &mut FunctionBuilder, item: impl FnOnce(&mut FunctionBuilder)) {
    b.loop_while(
        vec![("more", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            let count = read_long(b, "count");
            b.if_else(count.clone().below(0i64), skip_run, |b| {
                repeat(b, count.clone().reinterpret(), |b, _| item(b));
            });
            vec![count.is_not(0i64)]
        },
    );
}

fn repeat(b: &mut FunctionBuilder, count: Expr, body: impl FnOnce(&mut FunctionBuilder, Expr)) {
    b.loop_while(
        vec![("index", ValueType::U64, 0u64.into())],
        |carried| carried[0].below(count),
        |b, carried| {
            body(b, carried[0].into());
            vec![carried[0] + 1u64]
        },
    );
}

/// Skips a length and this many bytes.
pub(in crate::avro) fn skip_run(b: &mut FunctionBuilder) {
    let len = read_len(b);
    b.skip(len);
}

fn of_kinds(b: &mut FunctionBuilder, kinds: &[i64], body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    arm(b, kinds.iter().map(|&kind| Const::I64(kind)).collect(), body)
}
