//! The length of sections without trailing zeros.

use crate::capnp::pointer::word_at;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Expr, FuncId, Function, ValueType, VarId};

/// Adds the function [`super::Parts::used`].
pub(super) fn add(module: &mut ModuleBuilder) -> FuncId {
    let used_words = module.add(used_words());
    module.add(used_sections(used_words))
}

/// `used_words(segment, pos, least, len) -> used`: the length of a section in bytes without trailing words of zero, at
/// least `least`.
fn used_words() -> Function {
    let mut b = FunctionBuilder::new("used_words");
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let least = b.value_param("least", ValueType::U64);
    let len = b.value_param("len", ValueType::U64);
    let carried = vec![("used", ValueType::U64, len.into()), ("go_on", ValueType::Bool, true.into())];
    let used = b.loop_while(
        carried,
        |vars| vars[1] & least.below(vars[0]),
        |b, vars| {
            let before = b.let_("before", vars[0] - 8u64);
            let word = word_at(b, segment, pos + before);
            let is_zero = b.let_("is_zero", word.is(0u64));
            vec![Expr::from(is_zero).choose(before, vars[0]), is_zero.into()]
        },
    );
    b.finish(vec![used[0].into()], vec![ValueType::U64])
}

fn used_sections(used_words: FuncId) -> Function {
    let mut b = FunctionBuilder::new("used_sections");
    let segment = b.value_param("segment", ValueType::Bytes);
    let pos = b.value_param("pos", ValueType::U64);
    let count = b.value_param("count", ValueType::U64);
    let data = b.value_param("data", ValueType::U64);
    let pointers = b.value_param("pointers", ValueType::U64);
    let step = b.let_("step", data + pointers);
    // There may be very many elements of size zero.
    let end = b.let_("end", pos + count * step);
    let carried = vec![
        ("base", ValueType::U64, pos.into()),
        ("kept_data", ValueType::U64, 0u64.into()),
        ("kept_pointers", ValueType::U64, 0u64.into()),
    ];
    let found = b.loop_while(
        carried,
        |vars| vars[0].below(end),
        |b, vars| {
            let mut used = |name: &str, pos: Expr, least: VarId, len: VarId| {
                let args = vec![segment.into(), pos, least.into(), len.into()].into_iter().map(Arg::Value).collect();
                b.call(used_words, args, &[(name, ValueType::U64)])[0]
            };
            let kept_data = used("kept_data", vars[0].into(), vars[1], data);
            let kept_pointers = used("kept_pointers", vars[0] + data, vars[2], pointers);
            vec![vars[0] + step, kept_data.into(), kept_pointers.into()]
        },
    );
    b.finish(vec![found[1].into(), found[2].into()], vec![ValueType::U64; 2])
}
