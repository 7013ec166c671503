use super::ProtobufText;
use super::plan::TextField;
use crate::plan::Keyed;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Block, Const, ErrorCode, Expr, Function, KeyedArm, Place, Separation, Setting, ValueType, VarId};

impl ProtobufText<'_> {
    /// Reads the fields of a message up to its closing byte, or to the end.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let close = b.value_param("close", ValueType::U64);
        let message = self.message(id);
        let presence_bits = message.presence_bits();
        let last = Keyed {
            key: ValueType::Bytes,
            carried: presence_bits.carried(),
            count: None,
            separation: Separation::default(),
        }
        .build(
            &mut b,
            |b, index| b.block(|b| self.tokens.next_field(b, index.into(), close.into()).map(Expr::from).to_vec()),
            |b, carried| self.arms(b, id, (&value, close), carried),
            |b, name, carried| match self.any_fields(id) {
                Some((codec, any)) => self.read_any(b, (codec, id, any), (&value, name), (&presence_bits, carried)),
                None => {
                    self.skip_unknown(b);
                    presence_bits.after(carried, None)
                }
            },
        );
        if !presence_bits.is_empty() {
            b.check(presence_bits.includes(&last, 0..message.required), ErrorCode::MissingField);
        }
        b.finish(vec![], vec![])
    }

    /// Skips the value after the name of an unknown field, if that is allowed.
    pub(super) fn skip_unknown(&self, b: &mut FunctionBuilder) {
        b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
        self.skippers.field(b);
    }

    fn arms(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (owner, close): (&Place, VarId),
        carried: &[VarId],
    ) -> Vec<KeyedArm> {
        let message = self.message(id);
        let presence_bits = message.presence_bits();
        let mut arms = Vec::new();
        for field in &message.fields {
            let body = b.block(|b| {
                if let Some(bit) = field.bit {
                    b.check(presence_bits.lacks(carried, bit), ErrorCode::DuplicateField);
                }
                if field.selected {
                    self.read_field(b, field, owner, close)
                } else {
                    self.skippers.field(b)
                }
                presence_bits.after(carried, field.bit)
            });
            arms.push(arm(field.keys(), body));
        }
        if !message.reserved.is_empty() {
            let body = b.block(|b| {
                self.skippers.field(b);
                presence_bits.after(carried, None)
            });
            arms.push(arm(message.reserved.iter().map(String::as_str), body));
        }
        arms
    }

    /// Reads the value after a field's name.
    fn read_field(&self, b: &mut FunctionBuilder, field: &TextField, owner: &Place, close: VarId) {
        self.read_colon(b, field);
        self.read_present(b, field, owner, close);
    }

    /// Reads what is between a field's name and its value.
    pub(super) fn read_colon(&self, b: &mut FunctionBuilder, field: &TextField) {
        if field.is_message() {
            b.matches("colon", b":");
        } else {
            b.expect(b":", ErrorCode::Syntax);
        }
        self.tokens.skip_space(b);
    }
}

/// Names are compared by their bytes alone, because the text before them varies.
fn arm<'n>(names: impl Iterator<Item = &'n str>, body: Block) -> KeyedArm {
    let keys = names.map(|name| Const::Bytes(name.into())).collect();
    KeyedArm { keys, label: vec![], repeats: false, body }
}
