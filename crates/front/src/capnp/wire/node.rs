//! Nodes. Offsets are those of the structs in `schema.capnp`.

use super::ty::{annotations, brand, params, ty, value};
use super::{ReadError, records, text};
use crate::capnp::nodes::{Enumerant, Field, FieldKind, Method, Node, NodeKind, Object, Record, Struct, Targets};
use polywire_source::Span;

/// The documentation of a node and of its members.
#[derive(Clone, Debug, Default)]
pub(super) struct Docs {
    pub own: String,
    pub members: Vec<String>,
}

impl Docs {
    fn member(&self, index: usize) -> String {
        self.members.get(index).cloned().unwrap_or_default()
    }
}

pub(super) fn node(it: &Record, docs: &Docs) -> Result<Node, ReadError> {
    Ok(Node {
        id: it.int(0, 8),
        display_name: text(it.pointer(0)),
        prefix_len: it.int(8, 4) as usize,
        scope: it.int(16, 8),
        params: params(it.pointer(5)),
        is_generic: it.bit(288),
        nested: records(it.pointer(1)).iter().map(|it| (text(it.pointer(0)), it.int(0, 8))).collect(),
        annotations: annotations(it.pointer(2))?,
        doc: docs.own.clone(),
        span: Span::default(),
        kind: kind(it, docs)?,
    })
}

fn kind(it: &Record, docs: &Docs) -> Result<NodeKind, ReadError> {
    Ok(match it.int(12, 2) {
        0 => NodeKind::File,
        1 => NodeKind::Struct(structure(it, docs)?),
        2 => NodeKind::Enum(indexed(it.pointer(3), |it, index| enumerant(it, docs.member(index)))?),
        3 => NodeKind::Interface {
            methods: indexed(it.pointer(3), |it, index| method(it, docs.member(index)))?,
            superclasses: indexed(it.pointer(4), |it, _| Ok((it.int(0, 8), brand(it.pointer(0))?)))?,
        },
        4 => NodeKind::Const { ty: ty(it.pointer(3))?, value: value(it.pointer(4))? },
        5 => NodeKind::Annotation { ty: ty(it.pointer(3))?, targets: Targets(it.int(14, 2) as u16 & Targets::ALL.0) },
        _ => return Err(ReadError("a node is of an unknown kind")),
    })
}

fn indexed<T>(list: &Object, read: impl Fn(&Record, usize) -> Result<T, ReadError>) -> Result<Vec<T>, ReadError> {
    records(list).iter().enumerate().map(|(index, it)| read(it, index)).collect()
}

fn structure(it: &Record, docs: &Docs) -> Result<Struct, ReadError> {
    Ok(Struct {
        data_words: it.int(14, 2) as u16,
        pointers: it.int(24, 2) as u16,
        is_group: it.bit(224),
        discriminant_count: it.int(30, 2) as u16,
        discriminant_offset: it.int(32, 4) as u32,
        fields: indexed(it.pointer(3), |it, index| field(it, docs.member(index)))?,
    })
}

fn field(it: &Record, doc: String) -> Result<Field, ReadError> {
    let kind = match it.int(8, 2) {
        0 => FieldKind::Slot {
            offset: it.int(4, 4) as u32,
            ty: ty(it.pointer(2))?,
            default: value(it.pointer(3))?,
            is_explicit: it.bit(128),
        },
        1 => FieldKind::Group(it.int(16, 8)),
        _ => return Err(ReadError("a field is of an unknown kind")),
    };
    Ok(Field {
        name: text(it.pointer(0)),
        code_order: it.int(0, 2) as u16,
        // The default is 0xffff, which means "none".
        discriminant: Some(it.int(2, 2) as u16 ^ 0xffff).filter(|number| *number != 0xffff),
        ordinal: (it.int(10, 2) == 1).then(|| it.int(12, 2) as u16),
        annotations: annotations(it.pointer(1))?,
        doc,
        span: Span::default(),
        kind,
    })
}

fn enumerant(it: &Record, doc: String) -> Result<Enumerant, ReadError> {
    Ok(Enumerant {
        name: text(it.pointer(0)),
        code_order: it.int(0, 2) as u16,
        annotations: annotations(it.pointer(1))?,
        doc,
        span: Span::default(),
    })
}

fn method(it: &Record, doc: String) -> Result<Method, ReadError> {
    Ok(Method {
        name: text(it.pointer(0)),
        code_order: it.int(0, 2) as u16,
        implicit: params(it.pointer(4)),
        params: (it.int(8, 8), brand(it.pointer(2))?),
        results: (it.int(16, 8), brand(it.pointer(3))?),
        annotations: annotations(it.pointer(1))?,
        doc,
        span: Span::default(),
    })
}
