use super::{Elements, Object, Type, Value};

impl Value {
    /// Returns the zero value of a type, its default unless another one is stated.
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

    /// Returns the scalar encoded by these bits of a data section.
    pub fn of_bits(ty: &Type, bits: u64) -> Option<Self> {
        Some(match ty {
            Type::Bool => Self::Bool(bits == 1),
            Type::Int { bits: width, signed: true } => {
                let shift = 64 - u32::from(*width);
                Self::Int(((bits << shift) as i64 >> shift).into())
            }
            Type::Int { signed: false, .. } => Self::Int(bits.into()),
            Type::Float32 => Self::Float32(bits as u32),
            Type::Float64 => Self::Float64(bits),
            Type::Enum(..) => Self::Enum(bits as u16),
            _ => return None,
        })
    }

    /// Returns its lowest `1 << size` bits.
    pub fn bits_of(&self, size: usize) -> u64 {
        self.bits() & u64::MAX >> (64 - (1 << size))
    }

    /// Returns its bits in a data section; zero for values stored by pointer.
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

    /// Returns the target of a pointer to the value; null for values stored in the data section.
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

    /// Returns its approximate size in words.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(bytes) | Self::Data(bytes) => 1 + bytes.len() / 8,
            Self::List(object) | Self::Struct(object) | Self::AnyPointer(object) => object.size(),
            _ => 1,
        }
    }
}

impl Object {
    /// Returns its approximate size in words.
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
