//! Labels of unions: numbers of the discriminator's type. An enumerator is its place.

use super::super::Cdr;
use super::super::read::read_bool;
use super::super::write::write_aligned;
use super::kind;
use crate::plan::{arm, block, check_range};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, ValueType};

/// The integers: kind, bits, and whether they are signed.
const INTEGERS: [(u64, u8, bool); 8] = [
    (kind::CHAR, 8, false),
    (kind::OCTET, 8, false),
    (kind::SHORT, 16, true),
    (kind::USHORT, 16, false),
    (kind::LONG, 32, true),
    (kind::ULONG, 32, false),
    (kind::LONGLONG, 64, true),
    (kind::ULONGLONG, 64, false),
];

impl Cdr<'_> {
    /// `read_label(kind, …) -> label`: I64; an unsigned long long has its bits.
    pub(super) fn read_label_of_kind(&self) -> Function {
        let mut b = self.scaffold.named("read_label".to_owned());
        let kind = b.value_param("kind", ValueType::U64);
        let layout = self.reader_params(&mut b);
        let mut arms: Vec<Arm> = INTEGERS
            .map(|(kind, bits, signed)| Arm {
                keys: vec![Const::U64(kind)],
                body: b.block(|b| {
                    let label = layout.read(b, "label", bits / 8);
                    vec![if signed { label.sign_extended(bits) } else { label.reinterpret() }]
                }),
            })
            .into();
        let enumerator = |b: &mut FunctionBuilder| vec![layout.read(b, "label", 4).reinterpret()];
        arms.push(Arm { keys: vec![Const::U64(kind::ENUM)], body: b.block(enumerator) });
        let flag = |b: &mut FunctionBuilder| vec![read_bool(b).as_int().reinterpret()];
        arms.push(Arm { keys: vec![Const::U64(kind::BOOLEAN)], body: b.block(flag) });
        let wide = |b: &mut FunctionBuilder| vec![self.read_wide_char(b, layout).reinterpret()];
        arms.push(Arm { keys: vec![Const::U64(kind::WCHAR)], body: b.block(wide) });
        let mut other = block(&mut b, |b| b.fail(ErrorCode::WrongKind));
        other.yields = vec![0i64.into()];
        let label = b.switch(kind.into(), arms, other, &[("label", ValueType::I64)])[0];
        b.finish(vec![label.into()], vec![ValueType::I64])
    }

    /// `write_label(label, …, kind)`.
    pub(super) fn write_label_of_kind(&self) -> Function {
        let mut b = self.scaffold.named("write_label".to_owned());
        let label = Expr::from(b.value_param("label", ValueType::I64));
        let origin = self.writer_params(&mut b);
        let kind = b.value_param("kind", ValueType::U64);
        let integer = |b: &mut FunctionBuilder, bits: u8, signed| {
            let label = if signed { label.clone() } else { label.clone().reinterpret() };
            check_range(b, &label, bits, signed);
            write_aligned(b, label, bits / 8, (origin, self.order));
        };
        let mut arms: Vec<Arm> = INTEGERS
            .map(|(kind, bits, signed)| arm(&mut b, vec![Const::U64(kind)], |b| integer(b, bits, signed)))
            .into();
        arms.push(arm(&mut b, vec![Const::U64(kind::ENUM)], |b| integer(b, 32, false)));
        arms.push(arm(&mut b, vec![Const::U64(kind::BOOLEAN)], |b| {
            check_range(b, &label.clone().reinterpret(), 1, false);
            integer(b, 8, false);
        }));
        arms.push(arm(&mut b, vec![Const::U64(kind::WCHAR)], |b| {
            let character = label.clone().reinterpret();
            check_range(b, &character, 16, false);
            self.write_wide_char(b, character, origin);
        }));
        let other = block(&mut b, |b| b.fail(ErrorCode::WrongKind));
        b.switch(kind.into(), arms, other, &[]);
        b.finish(vec![], vec![])
    }
}
