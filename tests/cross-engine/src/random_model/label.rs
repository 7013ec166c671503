//! Discriminators of unions, and labels of their cases.

use super::{Maker, ty};
use polywire_model::{Model, Type, Union};

/// States labels: some cases have two, and one may be the default. At least one label of the type is left.
pub(super) fn add(maker: &mut Maker<'_>, model: &Model, it: &mut Union) {
    let discriminator = ty::discriminator(maker, model);
    let mut labels = labels(maker, model, &discriminator);
    if labels.len() <= it.cases.len() {
        return;
    }
    it.discriminator = Some(discriminator);
    for case in &mut it.cases {
        case.labels.extend(labels.pop());
    }
    for case in &mut it.cases {
        if labels.len() > 1 && maker.one_in(4) {
            case.labels.extend(labels.pop());
        }
    }
    let last = it.cases.last_mut().filter(|_| maker.one_in(3));
    last.into_iter().for_each(|case| case.is_default = true);
}

/// Returns different labels of a discriminator's type, at most 12.
fn labels(maker: &mut Maker<'_>, model: &Model, ty: &Type) -> Vec<i128> {
    let mut labels: Vec<i128> = match ty {
        Type::Named(id) => {
            model.as_enum(*id).into_iter().flat_map(|it| &it.members).map(|it| it.number.into()).collect()
        }
        Type::Int { bits, signed, .. } => {
            let least = if *signed { -(1i128 << (bits - 1)) } else { 0 };
            let values = 1i128 << bits;
            (0..12).map(|_| least + i128::from(maker.random.bits()) % values).collect()
        }
        _ => vec![0, 1],
    };
    labels.sort_unstable();
    labels.dedup();
    // The last ones are used first.
    let turns = maker.random.below(labels.len());
    labels.rotate_left(turns);
    labels
}
