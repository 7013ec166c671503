//! `Any`: the message that it holds, behind the URL of its type in brackets; or its two fields.

use super::ProtobufText;
use crate::Unsupported;
use crate::any::{AnyFields, Payload, Payloads};
use crate::plan::{PresenceBits, struct_decls};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Types};
use polywire_ir::{ErrorCode, Expr, Place, ValueType, VarId};
use polywire_model::Model;
use polywire_model::attr::WellKnown;

/// Where messages are written behind their URLs. The original parser refuses others.
const DOMAINS: [&str; 2] = ["type.googleapis.com/", "type.googleprod.com/"];

/// The functions for a schema with an `Any`.
pub(super) struct AnyCodec {
    /// By struct.
    fields: Vec<Option<AnyFields>>,
    payloads: Payloads,
}

impl AnyCodec {
    /// For the messages of a model, if one of them is an `Any`.
    pub fn of(model: &Model, types: &Types, module: &mut ModuleBuilder) -> Result<Option<Self>, Vec<Unsupported>> {
        let is_any = |mark: Option<WellKnown>| mark == Some(WellKnown::Any);
        let decls = struct_decls(model).into_iter();
        let fields =
            decls.map(|decl| is_any(decl.it.attrs.well_known).then(|| AnyFields::of(types.record(decl.id)))?);
        let fields: Vec<_> = fields.collect();
        if fields.iter().all(Option::is_none) {
            return Ok(None);
        }
        Ok(Some(Self { fields, payloads: Payloads::of(model, types, module)? }))
    }

    /// The fields of a struct that is an `Any`.
    pub fn fields(&self, id: StructId) -> Option<AnyFields> {
        self.fields[id.0 as usize]
    }
}

impl ProtobufText<'_> {
    /// Writes the message of an `Any`; its fields where the schema does not have the type.
    pub(super) fn write_any(
        &self,
        b: &mut FunctionBuilder,
        (codec, any): (&AnyCodec, AnyFields),
        value: &Place,
        indentation: VarId,
        write_fields: impl FnOnce(&mut FunctionBuilder),
    ) {
        let (url, bytes) = (value.field(any.url), value.field(any.value));
        let write = |b: &mut FunctionBuilder, payload: &Payload| {
            let message = payload.decode(b, &bytes);
            self.style.indent(b, indentation.into());
            b.write_bytes(b"[");
            b.write(polywire_ir::Datum::Span(Expr::Get(url.clone())));
            b.write_bytes(b"] {");
            self.write_message(b, payload.record, message.into(), indentation);
            b.write_bytes(self.style.end.as_bytes());
        };
        codec.payloads.switch_on(b, Expr::Get(url.clone()), &DOMAINS, write, write_fields);
    }

    /// Reads the value after a name that is no field's of an `Any`: a message if it is a URL in brackets. Yields which
    /// fields have been read then.
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
                let read = |b: &mut FunctionBuilder, payload: &Payload| {
                    let bytes = owner.field(any.value);
                    payload.encode(b, bytes, |b, message| self.read_message(b, payload.record, message.into()));
                };
                codec.payloads.switch(b, url.clone(), read, |b| b.fail(ErrorCode::UnknownType));
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

/// The text in the brackets of a name; empty where it has none.
fn bracketed(b: &mut FunctionBuilder, name: VarId) -> Expr {
    let inside = [("inside", ValueType::Bytes)];
    let found = b.at(name, 0u64, &inside, |b| {
        let open = b.matches("open", b"[");
        let inside = b.if_yields(
            open.into(),
            &inside,
            |b| vec![b.read_span("inside", Expr::Left.minus(1u64)).into()],
            |_| vec![b"".as_slice().into()],
        );
        vec![inside[0].into()]
    });
    found[0].into()
}
