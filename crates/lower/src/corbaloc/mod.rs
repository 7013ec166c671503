//! URLs of objects: `corbaloc` (CORBA 3.3 part 2, clause 7.6.10), and `corbaname`, which adds a name in a naming service (Naming
//! Service 1.3, "URL schemes").
//!
//! Design: docs/decisions/0134-bodies-of-giop.md

mod name;
mod read;
mod write;

use crate::Unsupported;
use crate::plan::Scaffold;
use crate::text::class::END;
use crate::unsupported::{none_of, without};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{Named, StructId, Type, Types, UnionId};
use polywire_ir::{Expr, Module};
use polywire_model::{Model, giop};
use std::sync::Arc;

const CORBALOC: &[u8] = b"corbaloc:";
const CORBANAME: &[u8] = b"corbaname:";
const IIOP: &[u8] = b"iiop:";
/// Short for [`IIOP`].
const BARE: &[u8] = b":";
const RIR: &[u8] = b"rir:";
/// The key of a naming service, if there is none.
const DEFAULT_KEY: &[u8] = b"NameService";
const DEFAULT_PORT: u64 = 2809;
/// The version of IIOP, if there is none.
const DEFAULT_VERSION: [u64; 2] = [1, 0];
/// What ends an address.
const ADDRESS_ENDS: &[u8] = b",/#";
/// What ends a host that is not in brackets.
const HOST_ENDS: &[u8] = b":,/#[]@";

/// The fields of a URL, in order.
mod url_field {
    pub const ADDRESSES: u32 = 0;
    pub const OBJECT_KEY: u32 = 1;
    pub const NAME: u32 = 2;
}

/// The fields of an address on the Internet, in order.
mod internet_field {
    pub const MAJOR: u32 = 0;
    pub const MINOR: u32 = 1;
    pub const HOST: u32 = 2;
    pub const PORT: u32 = 3;
}

/// The cases of addresses, in order.
mod address_case {
    pub const INTERNET: u32 = 0;
    pub const RIR: u32 = 1;
    pub const OTHER: u32 = 2;
}

pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    none_of(without(model, giop::URL))?;
    let types = Arc::new(Types::of_model(model));
    let mut module = ModuleBuilder::new("corbaloc", types.clone());
    if let Some(it) = Urls::of(model, &types) {
        let scaffold = Scaffold::of(&types);
        let encode = module.add(scaffold.encode_message(it.url, |b, url| it.write(b, &url.into())));
        let decode = module.add(scaffold.decode_entry(it.url, |b, url| it.read(b, &url.into())));
        module.entry(it.url, Some(encode), decode, None);
    }
    Ok(module.finish())
}

/// The types of URLs.
struct Urls {
    url: StructId,
    address: UnionId,
    internet: Type,
    name: Type,
    component: Type,
}

impl Urls {
    fn of(model: &Model, types: &Types) -> Option<Self> {
        let Named::Struct(url) = types.of_decl[model.find(giop::URL)?.0 as usize] else { return None };
        let fields = &types.record(url).fields;
        let Type::List(address) = &fields[url_field::ADDRESSES as usize].ty else { return None };
        let Type::Union(address) = **address else { return None };
        let internet = types.union(address).cases[address_case::INTERNET as usize].value_type();
        let name = fields[url_field::NAME as usize].ty.clone();
        let Type::Struct(record) = name else { return None };
        let Type::List(component) = &types.record(record).fields[0].ty else { return None };
        Some(Self { url, address, internet, name, component: (**component).clone() })
    }
}

/// Tests whether a byte, or the end of the input, is none of these characters, no space and no control character.
fn is_none_of(byte: Expr, characters: &[u8]) -> Expr {
    let is_plain = !byte.clone().at_most(u64::from(b' ')) & byte.clone().is_not(END);
    characters.iter().fold(is_plain, |all, character| all & byte.clone().is_not(u64::from(*character)))
}
