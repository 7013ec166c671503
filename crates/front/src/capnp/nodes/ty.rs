/// The type of a field, a constant, an annotation or an element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Nothing.
    Void,
    /// True or false.
    Bool,
    /// An integer of 8, 16, 32 or 64 bits.
    Int {
        /// Width in bits.
        bits: u8,
        /// Two's complement if set.
        signed: bool,
    },
    /// An IEEE 754 binary float of 32 bits.
    Float32,
    /// An IEEE 754 binary float of 64 bits.
    Float64,
    /// UTF-8 text.
    Text,
    /// Bytes.
    Data,
    /// Elements in order.
    List(Box<Type>),
    /// The enum of this id.
    Enum(u64, Brand),
    /// The struct of this id.
    Struct(u64, Brand),
    /// A reference to an object of the interface of this id.
    Interface(u64, Brand),
    /// Any pointer target.
    AnyPointer,
    /// Any struct.
    AnyStruct,
    /// Any list.
    AnyList,
    /// A reference to an object of any interface.
    Capability,
    /// A type parameter of the node with this id, by its index.
    Parameter(u64, u16),
    /// A type parameter of the enclosing method, by its index.
    ImplicitParameter(u16),
}

impl Type {
    /// Returns the binary logarithm of the type's bits in a data section; `None` for pointers and Void.
    pub fn data_size(&self) -> Option<usize> {
        match self {
            Self::Bool => Some(0),
            Self::Int { bits, .. } => Some(bits.ilog2() as usize),
            Self::Enum(..) => Some(4),
            Self::Float32 => Some(5),
            Self::Float64 => Some(6),
            _ => None,
        }
    }

    /// Returns the name of a built-in type that has no type parameters.
    pub fn built_in_name(&self) -> Option<String> {
        let name = match self {
            Self::Void => "Void",
            Self::Bool => "Bool",
            Self::Int { bits, signed: true } => return Some(format!("Int{bits}")),
            Self::Int { bits, signed: false } => return Some(format!("UInt{bits}")),
            Self::Float32 => "Float32",
            Self::Float64 => "Float64",
            Self::Text => "Text",
            Self::Data => "Data",
            Self::AnyPointer => "AnyPointer",
            Self::AnyStruct => "AnyStruct",
            Self::AnyList => "AnyList",
            Self::Capability => "Capability",
            Self::List(_)
            | Self::Enum(..)
            | Self::Struct(..)
            | Self::Interface(..)
            | Self::Parameter(..)
            | Self::ImplicitParameter(_) => return None,
        };
        Some(name.to_owned())
    }

    /// Returns the number of types that it is composed of.
    pub fn parts(&self) -> usize {
        let of_scope = |scope: &BrandScope| match &scope.bindings {
            Bindings::Inherit => 1,
            Bindings::Bind(types) => types.iter().flatten().map(Self::parts).sum(),
        };
        match self {
            Self::List(element) => 1 + element.parts(),
            Self::Enum(_, brand) | Self::Struct(_, brand) | Self::Interface(_, brand) => {
                1 + brand.scopes.iter().map(of_scope).sum::<usize>()
            }
            _ => 1,
        }
    }

    /// Returns true if values are stored by pointer.
    pub fn is_pointer(&self) -> bool {
        self.data_size().is_none() && *self != Self::Void
    }
}

/// The bindings of the type parameters in a declaration's scopes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Brand {
    /// The scopes with bindings, innermost first.
    pub scopes: Vec<BrandScope>,
}

/// The type parameters of one node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BrandScope {
    /// The node.
    pub id: u64,
    /// Its bindings.
    pub bindings: Bindings,
}

/// The bindings of type parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bindings {
    /// Each parameter is bound to itself: the use is inside the generic scope.
    Inherit,
    /// Types; `None` binds any type.
    Bind(Vec<Option<Type>>),
}
