//! The members of a struct by their ordinals.

use polywire_model::capnp_layout::Need;
use polywire_model::{Case, Field, Literal, Model, Struct, Type};
use std::collections::{BTreeMap, BTreeSet};

/// A member of a struct, or a union with its members.
pub(super) enum Block<'m> {
    Single(Held<'m>),
    Union {
        name: String,
        doc: String,
        /// The ordinal of its first case.
        ordinal: u32,
        cases: Vec<Held<'m>>,
    },
}

/// A member with an ordinal.
pub(super) struct Held<'m> {
    pub ordinal: u32,
    /// `None` for members that the schema does not name: a case for absence, and removed members.
    pub name: Option<String>,
    pub is_absence: bool,
    pub doc: &'m str,
    /// `None` for members without a value, and for removed ones.
    pub ty: Option<&'m Type>,
    pub need: Need,
    pub default: Option<&'m Literal>,
}

impl<'m> Held<'m> {
    fn nameless(ordinal: u32, is_absence: bool, need: Need) -> Self {
        Self { ordinal, name: None, is_absence, doc: "", ty: None, need, default: None }
    }

    fn named(ordinal: u32, name: &str, ty: Option<&'m Type>) -> Self {
        Self { name: Some(name.to_owned()), ty, ..Self::nameless(ordinal, false, Need::Nothing) }
    }
}

/// Returns the members in the order of their first ordinals. Ordinals that no member has become Void members, so that
/// there are no gaps.
pub(super) fn blocks<'m>(model: &'m Model, it: &'m Struct) -> Vec<Block<'m>> {
    let mut blocks: BTreeMap<u32, Block<'m>> = BTreeMap::new();
    let mut unions: BTreeMap<String, Vec<Held<'m>>> = BTreeMap::new();
    let mut docs: BTreeMap<&str, &str> = BTreeMap::new();
    for (field, index) in it.fields.iter().zip(0..) {
        let ordinal = field.attrs.capnp_ordinal.map_or(index, u32::from);
        match field_cases(model, field, ordinal) {
            Some(cases) => {
                unions.entry(field.name.clone()).or_default().extend(cases);
                docs.insert(&field.name, &field.doc);
            }
            None => {
                let held = Held::named(ordinal, &field.name, Some(&field.ty));
                let held = Held { doc: &field.doc, default: field.default.as_ref(), ..held };
                blocks.insert(ordinal, Block::Single(held));
            }
        }
    }
    for removed in &it.attrs.capnp_removed {
        let held = Held::nameless(removed.ordinal.into(), false, removed.need);
        match &removed.union {
            Some(union) => unions.entry(union.clone()).or_default().push(held),
            None => drop(blocks.insert(held.ordinal, Block::Single(held))),
        }
    }
    for (name, mut cases) in unions {
        cases.sort_by_key(|case| case.ordinal);
        let ordinal = cases.first().map_or(0, |case| case.ordinal);
        let doc = docs.get(name.as_str()).map(|doc| (*doc).to_owned());
        let name = if doc.is_some() { name } else { format!("removed{ordinal}") };
        let block = match cases.len() {
            // A union with a single member is invalid, so the member becomes a plain field, which has the same place.
            1 => cases.pop().map(Block::Single),
            _ => Some(Block::Union { name, doc: doc.unwrap_or_default(), ordinal, cases }),
        };
        blocks.extend(block.map(|block| (ordinal, block)));
    }
    fill_gaps(&mut blocks);
    blocks.into_values().collect()
}

/// Returns the cases of a field that is a union, or a scalar that can be absent.
fn field_cases<'m>(model: &'m Model, field: &'m Field, ordinal: u32) -> Option<Vec<Held<'m>>> {
    let absence = field.attrs.capnp_absence.map(|ordinal| Held::nameless(ordinal.into(), true, Need::Nothing));
    let union = match field.ty {
        Type::Named(id) => model.as_union(id),
        _ => None,
    };
    let cases = match (union, &absence) {
        (Some(union), _) => union.cases.iter().map(of_case).collect(),
        (None, Some(_)) => vec![Held::named(ordinal, "value", Some(&field.ty))],
        (None, None) => return None,
    };
    Some(absence.into_iter().chain(cases).collect())
}

fn of_case(case: &Case) -> Held<'_> {
    let ordinal = case.attrs.capnp_ordinal.unwrap_or_default();
    Held { doc: &case.doc, default: case.default.as_ref(), ..Held::named(ordinal.into(), &case.name, case.ty.as_ref()) }
}

fn fill_gaps(blocks: &mut BTreeMap<u32, Block<'_>>) {
    let ordinals = blocks.values().flat_map(|block| match block {
        Block::Single(held) => vec![held.ordinal],
        Block::Union { cases, .. } => cases.iter().map(|case| case.ordinal).collect(),
    });
    let used: BTreeSet<u32> = ordinals.collect();
    let end = used.last().map_or(0, |last| last + 1);
    for gap in (0..end).filter(|ordinal| !used.contains(ordinal)) {
        blocks.insert(gap, Block::Single(Held::nameless(gap, false, Need::Nothing)));
    }
}
