//! A plain reader of compiled schemas, which are FlatBuffers, for comparison with trees.

use polywire_front::fbs::reflection::{REFLECTION, Tree};
use polywire_front::fbs::schema::{Base, Default, ObjectId, Scalar, Schema, Shape};
use polywire_front::fbs::{self};
use polywire_front::{LoadError, LoadedFile};
use polywire_source::{Diagnostics, SourceMap};

/// The tree of a compiled schema that flatc wrote.
pub fn tree(bytes: &[u8]) -> Tree {
    let loader = |name: &str| match name {
        "reflection.fbs" => Ok(LoadedFile { name: name.to_owned(), bytes: REFLECTION.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let schema =
        fbs::compile_to_schema(&["reflection.fbs"], &loader, &mut sources, &mut diagnostics).expect("a schema");
    let (root, _) = schema.files[0].root.expect("a root");
    let reader = Reader { schema: &schema, bytes };
    reader.table(root, reader.target(0))
}

struct Reader<'a> {
    schema: &'a Schema,
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn number(&self, at: usize, size: usize) -> u64 {
        (0..size).rev().fold(0, |value, index| value << 8 | u64::from(self.bytes[at + index]))
    }

    fn target(&self, at: usize) -> usize {
        at + self.number(at, 4) as usize
    }

    fn table(&self, id: ObjectId, at: usize) -> Tree {
        let vtable = at.wrapping_sub(self.number(at, 4) as u32 as i32 as usize);
        let slots = self.number(vtable, 2) as usize;
        let object = self.schema.object(id);
        let fields = object.fields.iter().map(|field| {
            let entry = 4 + 2 * usize::from(field.id);
            let offset = if entry < slots { self.number(vtable + entry, 2) as usize } else { 0 };
            let value = match (offset, &field.default) {
                (0, default) => self.absent(field.ty.base, default, field.ty.is_scalar()),
                (offset, _) if field.ty.shape == Shape::Vector => self.vector(field.ty.base, self.target(at + offset)),
                (offset, _) => self.value(field.ty.base, at + offset),
            };
            (field.head.name.clone(), value)
        });
        Tree::Table(fields.collect())
    }

    fn absent(&self, base: Base, default: &Default, is_scalar: bool) -> Tree {
        match (base, default) {
            _ if !is_scalar => Tree::Absent,
            (Base::Scalar(Scalar::Bool), _) => Tree::Bool(false),
            (Base::Scalar(Scalar::Double), _) => Tree::Float(0.0),
            (_, Default::Int(value)) => Tree::Int(*value),
            _ => Tree::Int(0),
        }
    }

    fn vector(&self, base: Base, at: usize) -> Tree {
        let len = self.number(at, 4) as usize;
        Tree::List((0..len).map(|index| self.value(base, at + 4 + 4 * index)).collect())
    }

    fn value(&self, base: Base, at: usize) -> Tree {
        match base {
            Base::Object(id) => self.table(id, self.target(at)),
            Base::String => {
                let at = self.target(at);
                let text = &self.bytes[at + 4..at + 4 + self.number(at, 4) as usize];
                Tree::Text(String::from_utf8_lossy(text).into_owned())
            }
            Base::Scalar(scalar) => self.scalar(scalar, at),
            Base::Enum(id) => self.scalar(self.schema.enumeration(id).scalar(), at),
            Base::Union(_) => Tree::Absent,
        }
    }

    fn scalar(&self, scalar: Scalar, at: usize) -> Tree {
        let value = self.number(at, scalar.size() as usize);
        match scalar {
            Scalar::Bool => Tree::Bool(value != 0),
            Scalar::Double => Tree::Float(f64::from_bits(value)),
            _ if scalar.is_signed() => {
                let unused = 64 - scalar.size() * 8;
                Tree::Int(i128::from((value << unused) as i64 >> unused))
            }
            _ => Tree::Int(value.into()),
        }
    }
}
