//! Setting scalars, texts and bytes.

use super::Builder;
use crate::low::Stmt;
use polywire_ir::types::Type;
use polywire_ir::{Expr, Place, SiteId, Step};

impl<'m> Builder<'m> {
    pub(super) fn set(&mut self, place: &Place, value: &Expr, trusted: bool, site: SiteId) {
        let (at, given) = (place.clone(), value.clone());
        match self.place_type(place) {
            Some(Type::Text { verified }) => {
                self.begin_set(place);
                self.emit(Stmt::SetText { place: at, value: given, verify: *verified && !trusted, site });
            }
            Some(Type::Bytes | Type::FixedBytes(..)) => {
                self.begin_set(place);
                self.emit(Stmt::SetBytes { place: at, value: given });
            }
            Some(_) => {
                self.choose(place);
                self.emit(Stmt::SetScalar { place: at, value: given });
            }
            None => {
                self.begin_set(place);
                self.emit(Stmt::SetCase(at));
            }
        }
    }

    /// Notes in the variables that track it that a place gets a value.
    pub(super) fn begin_set(&mut self, place: &Place) {
        self.choose(place);
        if place.steps.last() != Some(&Step::Some) {
            return;
        }
        let optional = Place { root: place.root, steps: place.steps[..place.steps.len() - 1].to_vec() };
        if let Some(flag) = self.tracked(&optional) {
            self.emit(Stmt::Assign(vec![(flag, true.into())]));
        }
    }

    pub(super) fn retain(&mut self, place: &Place, format: &str, value: &Expr) {
        if self.keeps_unknown(place) {
            self.emit(Stmt::Retain { place: place.clone(), format: format.to_owned(), value: value.clone() });
        }
    }
}
