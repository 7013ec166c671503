use super::Maker;
use super::enumeration::is_set;
use crate::fbs::schema::{Base, Default, Field, Scalar, Shape};
use polywire_model::Literal;

impl Maker<'_> {
    /// Returns the default of a field if it is not zero, empty or the first enumerator.
    pub(super) fn default(&self, it: &Field) -> Option<Literal> {
        if it.ty.shape != Shape::One {
            return None;
        }
        match (&it.default, it.ty.base) {
            (Default::Null | Default::Empty, _) => None,
            (default, Base::Enum(id)) if !is_set(self.schema.enumeration(id)) => {
                let number = if let Default::Int(number) = default { *number as i64 } else { 0 };
                let first = self.schema.enumeration(id).values.first().map(|value| value.number);
                (first != Some(number)).then_some(Literal::Int(number.into()))
            }
            (Default::None | Default::Int(0), _) => None,
            (Default::Int(_), Base::Scalar(Scalar::Bool)) => Some(Literal::Bool(true)),
            (Default::Int(number), _) => Some(Literal::Int(*number)),
            (Default::Float(value), base) => float(*value, base),
            (Default::Text(text), _) => (!text.is_empty() && !it.is_optional()).then(|| Literal::Text(text.clone())),
        }
    }
}

fn float(value: f64, base: Base) -> Option<Literal> {
    let value = if base == Base::Scalar(Scalar::Float) { f64::from(value as f32) } else { value };
    (value.to_bits() != 0).then_some(Literal::Float(value.to_bits()))
}
