use super::{Elements, Object, Type, Value};

impl Value {
    /// The value that stands for absence where none is stated.
    pub fn zero(ty: &Type) -> Self {
        match ty {
            Type::Void => Self::Void,
            Type::Bool => Self::Bool(false),
            Type::Int { .. } => Self::Int(0),
            Type::Float32 => Self::Float32(0),
            Type::Float64 => Self::Float64(0),
            Type::Text => Self::Text(Vec::new()),
            Type::Data => Self::Data(Vec::new()),
            Type::List(_) => Self::List(Object::Null),
            Type::Enum(..) => Self::Enum(0),
            Type::Struct(..) => Self::Struct(Object::Null),
            Type::Interface(..) => Self::Interface,
            Type::AnyPointer
            | Type::AnyStruct
            | Type::AnyList
            | Type::Capability
            | Type::Parameter(..)
            | Type::ImplicitParameter(_) => Self::AnyPointer(Object::Null),
        }
    }

    /// Its bits in a data section; zero if it is not there.
    pub fn bits(&self) -> u64 {
        match self {
            Self::Bool(value) => u64::from(*value),
            Self::Int(value) => *value as u64,
            Self::Float32(bits) => u64::from(*bits),
            Self::Float64(bits) => *bits,
            Self::Enum(number) => u64::from(*number),
            Self::Void
            | Self::Text(_)
            | Self::Data(_)
            | Self::List(_)
            | Self::Struct(_)
            | Self::Interface
            | Self::AnyPointer(_) => 0,
        }
    }

    /// The target of a pointer to the value; null if it is not behind a pointer.
    pub fn object(&self) -> Object {
        match self {
            Self::Text(text) => Object::text(text),
            Self::Data(data) => Object::data(data),
            Self::List(object) | Self::Struct(object) | Self::AnyPointer(object) => object.clone(),
            Self::Void
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Float32(_)
            | Self::Float64(_)
            | Self::Enum(_)
            | Self::Interface => Object::Null,
        }
    }

    /// Words that it takes, roughly.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(bytes) | Self::Data(bytes) => 1 + bytes.len() / 8,
            Self::List(object) | Self::Struct(object) | Self::AnyPointer(object) => object.size(),
            _ => 1,
        }
    }
}

impl Object {
    /// Words that it takes, roughly.
    pub fn size(&self) -> usize {
        let record = |it: &super::Record| 1 + it.data.len() / 8 + it.pointers.iter().map(Self::size).sum::<usize>();
        match self {
            Self::Null | Self::Capability(_) | Self::List(Elements::Void(_)) => 1,
            Self::Struct(it) => record(it),
            Self::List(Elements::Bits(bits)) => 1 + bits.len() / 8,
            Self::List(Elements::Bytes { bytes, .. }) => 1 + bytes.len() / 8,
            Self::List(Elements::Pointers(items)) => 1 + items.iter().map(Self::size).sum::<usize>(),
            Self::List(Elements::Structs(items)) => 1 + items.iter().map(record).sum::<usize>(),
        }
    }
}
