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
                let element = self.pushed(place);
                let types = self.types_of(results);
                self.block_with("body", body, &types, |checker| {
                    checker.bind_checked(*bind, &element, ParamKind::Build);
                });
                self.bind_results(results);
            }
            Op::Fill { place, count, bind, index, body, carried, results } => {
                self.expect(count, &ValueType::U64);
                let element = self.filled(place);
                let types = self.carried(carried);
                self.block_with("body", body, &types, |checker| {
                    checker.bind_checked(*bind, &element, ParamKind::Build);
                    checker.bind(*index, &ValueType::U64);
                    checker.bind_carried(carried);
                });
                self.bind_last(results, &types);
            }
            Op::Make { var, body, results } => {
                let types = self.types_of(results);
                let is_ref = matches!(self.var_type(*var), Some(ValueType::Ref(_)));
                self.require(is_ref, Rule::Type, "a native value is made");
                self.block_with("body", body, &types, |checker| checker.bind_as(*var, ParamKind::Build));
                self.bind_made(*var);
                self.bind_results(results);
            }
            Op::Retain { place, value, .. } => {
                self.expect(value, &ValueType::Bytes);
                let at = self.place(place, ParamKind::Build).and_then(PlaceType::value);
                self.require(matches!(at, Some(Type::Struct(_))), Rule::Place, "a struct keeps unknown bytes");
            }
            Op::ReportUnknown { place, value, .. } => {
                self.expect(value, &ValueType::Bytes);
                self.place(place, ParamKind::Build);
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

    /// Returns the type of an element of a list or map that is being built.
    fn pushed(&mut self, place: &Place) -> ValueType {
        let holder = self.place(place, ParamKind::Build).and_then(PlaceType::value);
        let holder = holder.filter(|ty| matches!(ty, Type::List(_) | Type::Map(_)));
        self.element(holder, "a list or a map expected at this place")
    }

    /// Returns the type of an element of a list, array or map that is being built.
    fn filled(&mut self, place: &Place) -> ValueType {
        let holder = self.place(place, ParamKind::Build).and_then(PlaceType::value);
        self.element(holder, "a list, an array or a map expected at this place")
    }

    fn element(&mut self, holder: Option<&Type>, expected: &str) -> ValueType {
        let element = holder.and_then(Type::element);
        self.require(element.is_some(), Rule::Place, expected);
        ValueType::Ref(element.unwrap_or(Type::fixed_bytes(0)))
    }
}
