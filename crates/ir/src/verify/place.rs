use super::Rule;
use super::checker::Checker;
use crate::{ParamKind, Place, PlaceType, Step, ValueType};

impl<'a> Checker<'a> {
    /// Returns the type at a place that is read or built, or `None` if it cannot have a value, which is reported.
    pub(super) fn place(&mut self, place: &Place, access: ParamKind) -> Option<PlaceType<'a>> {
        let kind = self.in_scope(place.root)?;
        let Some(ValueType::Ref(root)) = self.var_type(place.root) else {
            self.report(Rule::Type, format!("`{}` is not a native value", self.name(place.root)));
            return None;
        };
        if kind != access {
            let (is, done) = match access {
                ParamKind::Build => ("to be read", "built"),
                ParamKind::Read | ParamKind::Value => ("under construction", "read"),
            };
            self.report(Rule::Construction, format!("`{}` is {is} and not {done}", self.name(place.root)));
        }
        self.steps(PlaceType::Value(root), &place.steps)
    }

    /// Returns the type after some steps.
    pub(super) fn steps(&mut self, from: PlaceType<'a>, steps: &[Step]) -> Option<PlaceType<'a>> {
        let mut at = from;
        for (step, index) in steps.iter().zip(1..) {
            if let Step::At(index) = step {
                self.expect(index, &ValueType::U64);
            }
            let Some(next) = at.step(self.types, step) else {
                self.report(Rule::Place, format!("step {index} of the place does not fit {at:?}"));
                return None;
            };
            at = next;
        }
        Some(at)
    }
}
