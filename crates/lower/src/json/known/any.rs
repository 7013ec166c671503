//! `Any`: a message with the name of its type among its members, as `@type`, in any position; or, for a type with a
//! special form, beside a member `value`.

use crate::any::{AnyFields, Held, Payload, Payloads, Urls};
use crate::json::Json;
use crate::json::level::Level;
use crate::json::read::read_name;
use crate::json::separate::Before;
use crate::json::skip::comma_or;
use crate::plan::Keyed;
use crate::{Options, Unsupported};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Types};
use polywire_ir::{
    Arg, Const, ErrorCode, Expr, FuncId, Function, KeyedArm, Place, ReadLeaf, Separation, Setting, ValueType, VarId,
    WriteLeaf,
};
use polywire_model::Model;

const TYPE: &[u8] = b"@type";

/// The functions for a schema with an `Any`.
pub(in crate::json) struct AnyCodec {
    payloads: Payloads,
    /// Yields the URL of an object's type, its position in the object, and a flag for an empty object.
    pub find_type: FuncId,
}

impl AnyCodec {
    /// For the messages of a model, if it has an `Any` or one of another file may hold them.
    pub fn of(
        (model, has_any): (&Model, bool),
        types: &Types,
        module: &mut ModuleBuilder,
        options: &Options,
    ) -> Result<Option<Self>, Vec<Unsupported>> {
        let payloads = Payloads::wanted((model, has_any), types, module, options)?;
        Ok(payloads.map(|payloads| Self { payloads, find_type: module.declare() }))
    }
}

impl Json<'_> {
    pub(super) fn write_any(&self, b: &mut FunctionBuilder, any: AnyFields, value: &Place, level: &Level) {
        let Some(codec) = &self.any else { return };
        let (url, bytes) = (value.field(any.url), value.field(any.value));
        let is_empty = Expr::Len(url.clone()).is(0u64) & Expr::Len(bytes.clone()).is(0u64);
        b.if_else(
            is_empty,
            |b| b.write_bytes(b"{}"),
            |b| {
                let held = Held { url: Expr::Get(url), bytes: Expr::Get(bytes), indentation: level.spaces() };
                let known = codec.payloads.write(b, held);
                b.check(known.into(), ErrorCode::UnknownType);
            },
        );
    }

    /// Defines the functions of the messages that an `Any` can hold.
    pub(in crate::json) fn define_payloads(&self, module: &mut ModuleBuilder, codec: &AnyCodec) {
        let write = |b: &mut FunctionBuilder, payload: &Payload, held: Held| self.write_payload(b, payload, &held);
        codec.payloads.define_writers(module, Urls::Named, write);
        codec.payloads.define_readers(module, |b, payload, message| self.read_payload(b, payload, message));
    }

    /// The members of the message follow the type, in the same form as in a separate message.
    fn write_payload(&self, b: &mut FunctionBuilder, payload: &Payload, held: &Held) {
        let level = &Level::behind(held.indentation.clone(), self.style);
        let message = payload.decode(b, held.bytes.clone());
        let inner = level.inner();
        b.write_bytes(b"{");
        Before::Nothing.write_label(b, b"\"@type\":", &inner);
        b.write_leaf(WriteLeaf::JsonString, vec![held.url.clone()]);
        let encode = |b: &mut FunctionBuilder, level: &Level| {
            self.call_encoder(b, self.codecs[payload.record].encode, message.into(), level);
        };
        if self.known.special(payload.record).is_some() {
            Before::Something.write_label(b, b"\"value\":", &inner);
            encode(b, &inner);
            level.start_line(b);
            return b.write_bytes(b"}");
        }
        let object = b.scratch("object", |b| encode(b, level));
        let members = b
            .at(object, 1u64, &[("members", ValueType::Bytes)], |b| vec![b.read_span("members", Expr::Left).into()])[0];
        let is_empty = Expr::from(members).bytes_len().is(1u64);
        b.if_else(is_empty, |b| level.start_line(b), |b| b.write_bytes(b","));
        b.write(polywire_ir::Datum::Span(members.into()));
    }

    /// The type is searched for first, which reads everything before it twice; that is charged.
    pub(super) fn read_any(&self, b: &mut FunctionBuilder, any: AnyFields, value: &Place) {
        let Some(codec) = &self.any else { return };
        let start = b.let_("start", Expr::Pos);
        let found = [("url", ValueType::Bytes), ("found_at", ValueType::U64), ("empty", ValueType::Bool)];
        let found = b.at(Expr::Input, start, &found, |b| {
            b.call(codec.find_type, vec![], &found).into_iter().map(Expr::from).collect()
        });
        let (url, empty) = (Expr::from(found[0]), Expr::from(found[2]));
        b.charge(found[1] - start);
        b.if_else(
            empty,
            |b| {
                b.expect(b"{", ErrorCode::WrongKind);
                b.skip_leaf(ReadLeaf::JsonSpace);
                b.expect(b"}", ErrorCode::Syntax);
            },
            |b| {
                b.check(url.clone().bytes_len().is_not(0u64), ErrorCode::MissingField);
                let payload = codec.payloads.read(b, url.clone());
                b.set(value.field(any.value), payload);
                b.set_trusted(value.field(any.url), url.clone());
            },
        );
    }

    fn read_payload(&self, b: &mut FunctionBuilder, payload: &Payload, message: VarId) {
        if self.known.special(payload.record).is_some() {
            return self.read_beside_type(b, payload.record, message);
        }
        b.call(self.codecs[payload.record].read, vec![Arg::Place(message.into()), Arg::Value(true.into())], &[]);
    }

    /// Reads a special form in the member `value` of the object.
    fn read_beside_type(&self, b: &mut FunctionBuilder, id: StructId, message: VarId) {
        b.expect(b"{", ErrorCode::WrongKind);
        let carried = vec![("presence", ValueType::Bool, false.into())];
        let last = Keyed { key: ValueType::Bytes, carried, count: None, separation: Separation::default() }.build(
            b,
            |b, index| b.block(|b| read_name(b, index)),
            |b, presence_bits| {
                let presence_bits = Expr::from(presence_bits[0]);
                let ty = b.block(|b| {
                    self.skippers.value(b);
                    vec![presence_bits.clone()]
                });
                let value = b.block(|b| {
                    b.check(!presence_bits, ErrorCode::DuplicateField);
                    b.skip_leaf(ReadLeaf::JsonSpace);
                    b.call(self.codecs[id].read, self.read_args(message.into()), &[]);
                    vec![true.into()]
                });
                vec![unpredicted(TYPE, ty), unpredicted(b"value", value)]
            },
            |b, _, presence_bits| {
                b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                self.skippers.value(b);
                vec![presence_bits[0].into()]
            },
        );
        b.check(last[0].into(), ErrorCode::MissingField);
    }

    /// Searches for the type of an object: its URL, the position of the member, and a flag for no members. The URL is
    /// empty if there is no such member.
    pub(in crate::json) fn find_type(&self) -> Function {
        let mut b = FunctionBuilder::new("find_type");
        b.expect(b"{", ErrorCode::WrongKind);
        b.skip_leaf(ReadLeaf::JsonSpace);
        let empty = Expr::from(b.matches("empty", b"}"));
        let carried = vec![
            ("url", ValueType::Bytes, b"".as_slice().into()),
            ("at", ValueType::U64, Expr::Pos),
            ("more", ValueType::Bool, !empty.clone()),
        ];
        let last = b.loop_while(carried, |carried| carried[2].into(), |b, _| self.look_at_member(b));
        let results = vec![ValueType::Bytes, ValueType::U64, ValueType::Bool];
        b.finish(vec![last[0].into(), last[1].into(), empty], results)
    }

    /// Yields the URL, the position of the member, and a flag to continue.
    fn look_at_member(&self, b: &mut FunctionBuilder) -> Vec<Expr> {
        let at = b.let_("at", Expr::Pos);
        b.skip_leaf(ReadLeaf::JsonSpace);
        let name = Expr::from(b.read_leaf("name", ReadLeaf::JsonString));
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.expect(b":", ErrorCode::Syntax);
        b.skip_leaf(ReadLeaf::JsonSpace);
        let found = b.if_yields(
            name.is(TYPE),
            &[("url", ValueType::Bytes), ("more", ValueType::Bool)],
            |b| vec![b.read_leaf("url", ReadLeaf::JsonString).into(), false.into()],
            |b| {
                self.skippers.value(b);
                vec![b"".as_slice().into(), comma_or(b, b"}")]
            },
        );
        vec![found[0].into(), at.into(), found[1].into()]
    }

    /// Tests whether a member is the type of an `Any`, if an object is read as one; Bool.
    pub(in crate::json) fn is_type(&self, in_any: Option<VarId>, key: VarId) -> Expr {
        in_any.map_or(false.into(), |in_any| in_any & key.is(TYPE))
    }
}

fn unpredicted(key: &[u8], body: polywire_ir::Block) -> KeyedArm {
    KeyedArm { keys: vec![Const::Bytes(key.to_vec())], label: vec![], repeats: false, body }
}
