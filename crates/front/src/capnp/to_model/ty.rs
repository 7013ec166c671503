use super::Maker;
use crate::capnp::capability::Feature;
use crate::capnp::nodes::{Brand, Type};
use crate::capnp::scope::substituted;
use polywire_model::{self as model, Text};

impl Maker<'_, '_> {
    /// A type where type parameters stand for what a brand says. Void has none, for its values say nothing.
    pub(super) fn ty(&mut self, ty: &Type, brand: &Brand) -> Result<Option<model::Type>, Feature> {
        let ty = substituted(ty, brand);
        if ty == Type::Void {
            return Ok(None);
        }
        self.value_type(&ty).map(Some)
    }

    fn value_type(&mut self, ty: &Type) -> Result<model::Type, Feature> {
        Ok(match ty {
            Type::Bool => model::Type::Bool,
            Type::Int { bits, signed } => model::Type::int(*bits, *signed),
            Type::Float32 => model::Type::Float { bits: 32 },
            Type::Float64 => model::Type::Float { bits: 64 },
            Type::Text => model::Type::Text(Text::default()),
            Type::Data => model::Type::Bytes,
            Type::List(element) => model::Type::list(self.value_type(element)?),
            Type::Enum(id, _) => self.named(*id, &Brand::default())?,
            Type::Struct(id, brand) => self.named(*id, brand)?,
            Type::Void => return Err(Feature::VoidList),
            Type::Interface(..) | Type::Capability => return Err(Feature::Capability),
            Type::AnyPointer | Type::AnyStruct | Type::AnyList | Type::Parameter(..) | Type::ImplicitParameter(_) => {
                return Err(Feature::AnyPointer);
            }
        })
    }

    fn named(&mut self, id: u64, brand: &Brand) -> Result<model::Type, Feature> {
        self.declaration(id, brand.clone()).map(model::Type::Named).ok_or(Feature::AnyPointer)
    }
}
