//! `Any`: the message that it holds, after the URL of its type in brackets; or its two fields.

use super::ProtobufText;
use crate::any::{AnyFields, Held, Payload, Payloads, Urls};
use crate::plan::{PresenceBits, struct_decls};
use crate::{Options, Unsupported};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Types};
use polywire_ir::{ErrorCode, Expr, Place, ValueType, VarId};
use polywire_model::Model;
use polywire_model::attr::WellKnown;

/// Domains of URLs whose messages are shown. The original parser refuses others.
const DOMAINS: [&str; 2] = ["type.googleapis.com/", "type.googleprod.com/"];

/// The functions for a schema with an `Any`.
pub(super) struct AnyCodec {
    /// By struct.
    fields: Vec<Option<AnyFields>>,
    payloads: Payloads,
}

impl AnyCodec {
    /// For the messages of a model, if it has an `Any` or one of another file may hold them.
    pub fn of(
        model: &Model,
        types: &Types,
        module: &mut ModuleBuilder,
        options: &Options,
    ) -> Result<Option<Self>, Vec<Unsupported>> {
        let is_any = |mark: Option<WellKnown>| mark == Some(WellKnown::Any);
        let decls = struct_decls(model).into_iter();
        let fields =
            decls.map(|decl| is_any(decl.it.attrs.well_known).then(|| AnyFields::of(types.record(decl.id)))?);
        let fields: Vec<_> = fields.collect();
        let has_any = fields.iter().any(Option::is_some);
        let payloads = Payloads::wanted((model, has_any), types, module, options)?;
        Ok(payloads.map(|payloads| Self { fields, payloads }))
    }

    /// The fields of a struct that is an `Any`.
    pub fn fields(&self, id: StructId) -> Option<AnyFields> {
        self.fields.get(id.0 as usize).copied().flatten()
    }
}

impl ProtobufText<'_> {
    /// Writes the message of an `Any`, or its fields if the type is not in the schema.
    pub(super) fn write_any(
        &self,
        b: &mut FunctionBuilder,
        (codec, any): (&AnyCodec, AnyFields),
        value: &Place,
        indentation: VarId,
        write_fields: impl FnOnce(&mut FunctionBuilder),
    ) {
        let (url, bytes) = (value.field(any.url), value.field(any.value));
        let held = Held { url: Expr::Get(url), bytes: Expr::Get(bytes), indentation: indentation.into() };
        let known = codec.payloads.write(b, held);
        b.when(!known, write_fields);
    }

    /// Defines the functions of the messages that an `Any` can hold.
    pub(super) fn define_payloads(&self, module: &mut ModuleBuilder, codec: &AnyCodec) {
        let urls = Urls::Under(&DOMAINS);
        codec.payloads.define_writers(module, urls, |b, payload, held| self.write_payload(b, payload, held));
        codec.payloads.define_readers(module, |b, payload, message| {
            self.read_message(b, payload.record, message.into());
        });
    }

    fn write_payload(&self, b: &mut FunctionBuilder, payload: &Payload, held: Held) {
        let message = payload.decode(b, held.bytes);
        let indentation = b.let_("indentation", held.indentation);
        self.style.indent(b, indentation.into());
        b.write_bytes(b"[");
        b.write(polywire_ir::Datum::Span(held.url));
        b.write_bytes(b"] {");
        self.write_message(b, payload.record, message.into(), indentation);
        b.write_bytes(self.style.end.as_bytes());
    }

    /// Reads the value after a name that is not a field of `Any`: a message if the name is a URL in brackets. Yields
    /// the fields read so far.
    pub(super) fn read_any(
        &self,
        b: &mut FunctionBuilder,
        (codec, id, any): (&AnyCodec, StructId, AnyFields),
        (owner, name): (&Place, VarId),
        (presence_bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<Expr> {
        let bits = self.message(id).fields.iter().filter(|field| [any.url, any.value].contains(&field.member.field));
        let bits: Vec<usize> = bits.filter_map(|field| field.bit).collect();
        let url = bracketed(b, name);
        let results: Vec<_> = carried.iter().map(|_| ("presence", ValueType::U64)).collect();
        let after = b.if_yields(
            url.clone().bytes_len().is_not(0u64),
            &results,
            |b| {
                bits.iter().for_each(|&bit| b.check(presence_bits.lacks(carried, bit), ErrorCode::DuplicateField));
                b.matches("colon", b":");
                self.tokens.skip_space(b);
                let payload = codec.payloads.read(b, url.clone());
                b.set(owner.field(any.value), payload);
                b.set_trusted(owner.field(any.url), url.clone());
                presence_bits.after(carried, bits)
            },
            |b| {
                self.skip_unknown(b);
                presence_bits.after(carried, None)
            },
        );
        after.into_iter().map(Expr::from).collect()
    }
}

/// Returns the text in the brackets of a name; empty if it has none.
fn bracketed(b: &mut FunctionBuilder, name: VarId) -> Expr {
    let inside = [("inside", ValueType::Bytes)];
    let found = b.at(name, 0u64, &inside, |b| {
        let open = b.matches("open", b"[");
        let inside = b.if_yields(
            open.into(),
            &inside,
            |b| vec![b.read_span("inside", Expr::Left - 1u64).into()],
            |_| vec![b"".as_slice().into()],
        );
        vec![inside[0].into()]
    });
    found[0].into()
}
