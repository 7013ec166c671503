//! Single objects (Avro 1.12 specification, "Single-object encoding"): a message behind the fingerprint of its writer's schema.

use super::canonical::canonical;
use super::{codecs_of, resolution};
use crate::plan::messages;
use crate::{Unsupported, Writer, headers};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Type, Types};
use polywire_ir::{Arg, ErrorCode, Module};
use polywire_model::{Decl, DeclId, DeclKind, Model, crc64_avro};
use std::sync::Arc;

/// The first bytes of every single object.
const MARKER: [u8; 2] = [0xc3, 0x01];

/// The number of bytes in front of a message: the marker and the fingerprint.
const HEADER: usize = 10;

/// Bytes in front of a message: the marker and the fingerprint of its schema.
pub type Header = [u8; HEADER];

/// Lowers every struct.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("avro_single", types.clone());
    let avro = codecs_of(model, &types, &mut module);
    avro.define_codecs(&mut module);
    for (id, decl) in messages(&types).zip(declared(model)) {
        let header = header(model, decl);
        let decode = avro.scaffold.decode_entry(id, |b, value| {
            b.expect(&header, ErrorCode::Mismatch);
            b.call(avro.codecs[id].read, vec![Arg::Place(value.into())], &[]);
        });
        let mut b = avro.scaffold.function("encode_single", id);
        let value = b.read_param("value", Type::Struct(id));
        b.write_bytes(&header);
        b.call(avro.codecs[id].encode, vec![Arg::Place(value.into())], &[]);
        let (decode, encode) = (module.add(decode), module.add(b.finish(vec![], vec![])));
        module.entry(id, Some(encode), decode, None);
    }
    Ok(module.finish())
}

/// Lowers one type of the reader for data of a writer.
pub(crate) fn lower_for_writer(model: &Model, root: DeclId, writer: &Writer) -> Result<Module, Vec<Unsupported>> {
    let mut module = resolution::lower(model, root, writer)?;
    headers::expect(&mut module, &header(&writer.model, writer.root));
    Ok(module)
}

/// Returns the header of a message, unless it is no single object.
pub fn header_of(message: &[u8]) -> Option<Header> {
    let header: Header = message.get(..HEADER)?.try_into().ok()?;
    Some(header).filter(|header| header.starts_with(&MARKER))
}

/// Returns the header of each type that can be a message.
pub fn headers(model: &Model) -> impl Iterator<Item = (DeclId, Header)> + '_ {
    declared(model).map(|id| (id, header(model, id)))
}

/// Returns the type whose fingerprint is in front of a message.
pub(crate) fn type_of(model: &Model, message: &[u8]) -> Option<DeclId> {
    let found = header_of(message)?;
    headers(model).find(|(_, header)| *header == found).map(|(id, _)| id)
}

/// The structs that can be messages, in order.
fn declared(model: &Model) -> impl Iterator<Item = DeclId> + '_ {
    let is_message = |decl: &Decl| matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared());
    (0..).map(DeclId).zip(&model.decls).filter(move |(_, decl)| is_message(decl)).map(|(id, _)| id)
}

fn header(model: &Model, id: DeclId) -> Header {
    let mut header = [0; HEADER];
    let (marker, fingerprint) = header.split_at_mut(MARKER.len());
    marker.copy_from_slice(&MARKER);
    fingerprint.copy_from_slice(&crc64_avro(&canonical(model, id)).to_le_bytes());
    header
}
