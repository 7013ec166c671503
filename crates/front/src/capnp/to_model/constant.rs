//! Constants, and defaults of lists, as values of the model.

use super::Maker;
use super::default::literal;
use crate::capnp::nodes::{Brand, Elements, Field, FieldKind, NodeKind, Object, Record, Type, Value, integers};
use crate::capnp::scope::substituted;
use polywire_model::{Constant, DeclKind, Literal, NamedConstant};

impl Maker<'_, '_> {
    /// Declares the constants in a node and in its nested declarations. The model has none of structs and lists.
    pub(super) fn constants(&mut self, id: u64) {
        let Some(node) = self.node(id) else { return };
        for (_, id) in &node.nested {
            if let Some(NodeKind::Const { ty, value }) = self.node(*id).map(|it| &it.kind)
                && let Some(value) = literal(value)
                && let Some(typed) = self.ty(ty, &Brand::default())
            {
                self.declare_constant(*id, NamedConstant { ty: typed.ty, value });
            }
            self.constants(*id);
        }
    }

    fn declare_constant(&mut self, id: u64, it: NamedConstant) {
        let Some(node) = self.node(id) else { return };
        let name = self.name_of(node, &Brand::default());
        self.declare((node, self.file_of(node)), name, DeclKind::Constant(it));
    }

    /// Returns the elements of a list; `None` if the model has no values for them.
    pub(super) fn default_elements(&self, ty: &Type, default: &Value) -> Vec<Constant> {
        match (ty, default) {
            (Type::List(element), Value::List(Object::List(elements))) => {
                self.items(element, elements).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn items(&self, element: &Type, elements: &Elements) -> Option<Vec<Constant>> {
        match elements {
            Elements::Void(_) => None,
            Elements::Bits(bits) => Some(bits.iter().map(|bit| Constant::Scalar(Literal::Bool(*bit))).collect()),
            Elements::Bytes { width, bytes } => integers(bytes, *width).map(|bits| scalar(element, bits)).collect(),
            Elements::Pointers(items) => items.iter().map(|it| self.object(element, it)).collect(),
            Elements::Structs(items) => {
                let Type::Struct(id, brand) = element else { return None };
                items.iter().map(|it| self.record((*id, brand), it)).collect()
            }
        }
    }

    /// Returns the target of a pointer as a constant.
    fn object(&self, ty: &Type, object: &Object) -> Option<Constant> {
        match (ty, object) {
            (Type::Text, _) => {
                let bytes = object.bytes();
                let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
                Some(Constant::Scalar(Literal::Text(String::from_utf8_lossy(text).into_owned())))
            }
            (Type::Data, _) => Some(Constant::Scalar(Literal::Bytes(object.bytes().to_vec()))),
            (Type::Struct(id, brand), Object::Null) => self.record((*id, brand), &Record::default()),
            (Type::Struct(id, brand), Object::Struct(record)) => self.record((*id, brand), record),
            (Type::List(_), Object::Null) => Some(Constant::List(Vec::new())),
            (Type::List(element), Object::List(elements)) => self.items(element, elements).map(Constant::List),
            _ => None,
        }
    }

    fn record(&self, (id, brand): (u64, &Brand), record: &Record) -> Option<Constant> {
        let NodeKind::Struct(it) = &self.node(id)?.kind else { return None };
        let active = record.int(2 * it.discriminant_offset as usize, 2) as u16;
        let fields = it.fields.iter().filter(|field| field.discriminant.is_none_or(|number| number == active));
        let members =
            fields.map(|field| Some(self.member_of(field, brand, record)?.map(|it| (field.name.clone(), it))));
        Some(Constant::Struct(members.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect()))
    }

    /// Returns the value of a member; `Some(None)` if it equals that of a new struct.
    fn member_of(&self, field: &Field, brand: &Brand, record: &Record) -> Option<Option<Constant>> {
        let (ty, offset, default) = match &field.kind {
            FieldKind::Group(id) => return self.record((*id, brand), record).map(Some),
            FieldKind::Slot { ty, offset, default, .. } => (substituted(ty, brand), *offset as usize, default),
        };
        if let Some(size) = ty.data_size() {
            return scalar(&ty, record.bits(size, offset) ^ default.bits_of(size)).map(Some);
        }
        let nothing = field.discriminant.map(|_| Constant::Nothing);
        match record.pointer(offset) {
            _ if ty == Type::Void => Some(nothing),
            Object::Null => match default.object() {
                Object::Null if matches!(ty, Type::Struct(..)) => Some(nothing),
                object => self.object(&ty, &object).map(Some),
            },
            object => self.object(&ty, object).map(Some),
        }
    }
}

fn scalar(ty: &Type, bits: u64) -> Option<Constant> {
    let literal = match Value::of_bits(ty, bits)? {
        Value::Bool(it) => Literal::Bool(it),
        Value::Int(it) => Literal::Int(it),
        Value::Enum(number) => Literal::Int(number.into()),
        Value::Float32(bits) => Literal::Float(f64::from(f32::from_bits(bits)).to_bits()),
        Value::Float64(bits) => Literal::Float(bits),
        _ => return None,
    };
    Some(Constant::Scalar(literal))
}
