use super::Rule;
use super::checker::Checker;
use crate::types::Type;
use crate::{Op, ParamKind, Place, PlaceType, ValueType, ops_of};

impl<'a> Checker<'a> {
    pub(super) fn building(&mut self, op: &Op) {
        match op {
            Op::Set { place, value, site, .. } => {
                let ty = self.place(place, ParamKind::Build).and_then(PlaceType::value).and_then(Type::scalar);
                match &ty {
                    Some(ty) => self.expect(value, ty),
                    None => self.report(Rule::Place, "only scalars, texts and bytes are set"),
                }
                self.site(*site);
            }
            Op::Reset { place } => {
                let at = self.place(place, ParamKind::Build);
                self.require(at != Some(PlaceType::Mark), Rule::Place, "a case without a value has nothing to reset");
            }
            Op::Open { .. } => self.open(op),
            Op::Push { place, bind, body, results } => {
                let element = self.element(place, false);
                let types = self.types_of(results);
                self.block_with("body", body, &types, |checker| {
                    checker.bind_checked(*bind, &element, ParamKind::Build);
                });
                self.bind_results(results);
            }
            Op::Fill { place, count, bind, index, body, carried, results } => {
                self.expect(count, &ValueType::U64);
                let element = self.element(place, true);
                let types = self.carried(carried);
                self.block_with("body", body, &types, |checker| {
                    checker.bind_checked(*bind, &element, ParamKind::Build);
                    checker.bind(*index, &ValueType::U64);
                    checker.bind_carried(carried);
                });
                self.bind_last(results, &types);
            }
            Op::Retain { place, value, .. } => {
                self.expect(value, &ValueType::Bytes);
                let at = self.place(place, ParamKind::Build).and_then(PlaceType::value);
                self.require(matches!(at, Some(Type::Struct(_))), Rule::Place, "a struct keeps unknown bytes");
            }
            ops_of!(control | reading | writing) => {}
        }
    }

    fn open(&mut self, op: &Op) {
        let Op::Open { place, case, bind, created, body, results } = op else { return };
        let types = self.types;
        let at = self.place(place, ParamKind::Build);
        let opened = match (at, case) {
            (Some(PlaceType::Optional(ty)), None) => Some(ty.clone()),
            (Some(PlaceType::Value(Type::Union(id))), Some(case)) => {
                let cases = types.unions.get(id.0 as usize).map(|it| &it.cases);
                cases.and_then(|cases| cases.get(*case as usize)).map(crate::types::CaseType::value_type)
            }
            _ => None,
        };
        self.require(opened.is_some(), Rule::Place, "an optional is opened, or a case of a union");
        let results_types = self.types_of(results);
        self.block_with("body", body, &results_types, |checker| {
            match opened {
                Some(ty) => checker.bind_checked(*bind, &ValueType::Ref(ty), ParamKind::Build),
                None => checker.bind_as(*bind, ParamKind::Build),
            }
            checker.bind(*created, &ValueType::Bool);
        });
        self.bind_results(results);
    }

    /// The element type of a list (or an array) to be built.
    fn element(&mut self, place: &Place, arrays: bool) -> ValueType {
        match self.place(place, ParamKind::Build).and_then(PlaceType::value) {
            Some(Type::List(element)) => ValueType::Ref((**element).clone()),
            Some(Type::Array(element, _)) if arrays => ValueType::Ref((**element).clone()),
            _ => {
                self.report(Rule::Place, "a list expected at this place");
                ValueType::Ref(Type::FixedBytes(0))
            }
        }
    }
}
