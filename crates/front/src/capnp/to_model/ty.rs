use super::Maker;
use crate::capnp::nodes::{Brand, Type};
use crate::capnp::scope::substituted;
use polywire_model::attr::CapnpOpaque;
use polywire_model::{self as model, Text};

/// A type of the model, with the meaning of its innermost values where the type does not express it.
pub(super) struct Typed {
    pub ty: model::Type,
    pub opaque: Option<CapnpOpaque>,
}

impl Maker<'_, '_> {
    /// Converts a type, with type parameters bound by a brand. Returns `None` for Void, whose values carry no
    /// information, and for types that were reported as errors.
    pub(super) fn ty(&mut self, ty: &Type, brand: &Brand) -> Option<Typed> {
        self.typed(&substituted(ty, brand))
    }

    fn typed(&mut self, ty: &Type) -> Option<Typed> {
        if let Some(opaque) = opaque(ty) {
            return Some(Typed { ty: opaque_type(opaque), opaque: Some(opaque) });
        }
        let ty = match ty {
            Type::List(element) => {
                let element = self.typed(element)?;
                return Some(Typed { ty: model::Type::list(element.ty), ..element });
            }
            Type::Bool => model::Type::Bool,
            Type::Int { bits, signed, .. } => model::Type::int(*bits, *signed),
            Type::Float32 => model::Type::Float { bits: 32 },
            Type::Float64 => model::Type::Float { bits: 64 },
            Type::Text => model::Type::Text(Text::default()),
            Type::Data => model::Type::Bytes,
            Type::Enum(id, _) => self.named(*id, &Brand::default())?,
            Type::Struct(id, brand) => self.named(*id, brand)?,
            Type::Void
            | Type::Interface(..)
            | Type::Capability
            | Type::AnyPointer
            | Type::AnyStruct
            | Type::AnyList
            | Type::Parameter(..)
            | Type::ImplicitParameter(_) => return None,
        };
        Some(Typed { ty, opaque: None })
    }

    fn named(&mut self, id: u64, brand: &Brand) -> Option<model::Type> {
        self.declaration(id, brand.clone()).map(model::Type::Named)
    }
}

/// Returns the kind of opaque value for a type that the model lacks.
fn opaque(ty: &Type) -> Option<CapnpOpaque> {
    match ty {
        Type::AnyPointer | Type::Parameter(..) | Type::ImplicitParameter(_) => Some(CapnpOpaque::Any),
        Type::AnyStruct => Some(CapnpOpaque::Struct),
        Type::AnyList => Some(CapnpOpaque::List),
        Type::Interface(id, _) => Some(CapnpOpaque::Capability(Some(*id))),
        Type::Capability => Some(CapnpOpaque::Capability(None)),
        Type::List(element) if **element == Type::Void => Some(CapnpOpaque::Voids),
        Type::Void
        | Type::Bool
        | Type::Int { .. }
        | Type::Float32
        | Type::Float64
        | Type::Text
        | Type::Data
        | Type::List(_)
        | Type::Enum(..)
        | Type::Struct(..) => None,
    }
}

fn opaque_type(opaque: CapnpOpaque) -> model::Type {
    match opaque {
        CapnpOpaque::Any | CapnpOpaque::Struct | CapnpOpaque::List => model::Type::Bytes,
        CapnpOpaque::Capability(_) | CapnpOpaque::Voids => model::Type::int(32, false),
    }
}
