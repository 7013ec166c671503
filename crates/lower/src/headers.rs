//! Bytes in front of messages, which tell what they were written with.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Entry, ErrorCode, FuncId, Miss, Module, Op, SiteId};

/// Puts bytes in front of all messages of a module, in a format whose messages do not depend on what is in front of them.
pub(crate) fn put_in_front(module: &mut Module, header: &[u8]) {
    expect(module, header);
    for place in 0..module.entries.len() {
        let Entry { record, encode, .. } = module.entries[place];
        module.entries[place].encode = encode.map(|encode| add_encoder(module, (record, encode), header));
    }
}

/// Lets the decoders of a module begin with bytes that must be in front of the message.
pub(crate) fn expect(module: &mut Module, header: &[u8]) {
    for entry in module.entries.clone() {
        let body = &mut module.functions[entry.decode.0 as usize].body;
        let site = SiteId(body.sites());
        body.ops.insert(0, Op::Match { bytes: header.to_vec(), miss: Miss::Fail { code: ErrorCode::Mismatch, site } });
    }
}

/// Adds an encoder of whole messages. The entry's own may also write a value inside of another one.
fn add_encoder(module: &mut Module, (record, encode): (StructId, FuncId), header: &[u8]) -> FuncId {
    let name = format!("{}_behind_header", module.function(encode).name);
    let mut b = FunctionBuilder::with_types(name, module.types.clone());
    let value = b.read_param("value", Type::Struct(record));
    b.write_bytes(header);
    b.call(encode, vec![Arg::Place(value.into())], &[]);
    module.functions.push(b.finish(vec![], vec![]));
    FuncId(module.functions.len() as u32 - 1)
}
