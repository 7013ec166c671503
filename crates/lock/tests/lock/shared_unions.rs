//! Unions that several members share have lines of their own, in which the position of no member counts.

use crate::support::{fbs_model, lines, settled};
use polywire_model::attr::{Fact, RemovedType};
use polywire_model::{Edit, Model, Part, Union};

const FACTS: [Fact; 3] = [Fact::CapnpOrdinal, Fact::ProtobufNumber, Fact::Order];

const FIRST: &str = "namespace t; table A { x:int; } table C { y:string; }
    union U { A = 2, C = 9 }
    table M { u:U; v:U; }";

fn lock_of(text: &str, old: &str) -> String {
    settled(old, fbs_model(text), &FACTS).1
}

fn of<'l>(lock: &'l str, start: &str) -> Vec<&'l str> {
    lines(lock).into_iter().filter(|line| line.starts_with(start)).collect()
}

fn union(model: &Model) -> &Union {
    model.find("t.U").and_then(|id| model.as_union(id)).expect("the union")
}

#[test]
fn cases_are_lines_of_the_union_and_members_have_one_line() {
    let lock = lock_of(FIRST, "");
    let union = ["capnp t.U @0 - ? void", "capnp t.U @1 2 .A t.A", "capnp t.U @2 9 .C t.C"];
    assert_eq!(of(&lock, "capnp t.U "), union, "{lock}");
    assert_eq!(of(&lock, "protobuf t.U "), ["protobuf t.U 1 @2 .A t.A", "protobuf t.U 2 @9 .C t.C"], "{lock}");
    assert_eq!(of(&lock, "order t.U "), ["order t.U @0 2 .A t.A", "order t.U @1 9 .C t.C"], "{lock}");
    assert_eq!(of(&lock, "protobuf t.M "), ["protobuf t.M 1 - u t.U", "protobuf t.M 2 - v t.U"], "{lock}");
}

/// A case between others, and a second struct that uses the union, change no number.
#[test]
fn numbers_stay_whatever_uses_the_union() {
    let lock = lock_of(FIRST, "");
    let more = "namespace t; table A { x:int; } table C { y:string; } table B { z:int; }
        union U { A = 2, B = 5, C = 9 }
        table Early { w:[U]; u:U; }
        table M { u:U; v:U; }";
    let (model, after, changes) = settled(&lock, fbs_model(more), &FACTS);
    assert!(of(&lock, "").iter().all(|line| of(&after, "").contains(line)), "{lock}{after}");
    let numbers: Vec<(u32, u16, u32)> = union(&model)
        .cases
        .iter()
        .map(|it| {
            let (protobuf, capnp) = (it.attrs.protobuf.expect("a number"), it.attrs.capnp_ordinal.expect("an ordinal"));
            (protobuf.number, capnp, it.attrs.order.expect("a place"))
        })
        .collect();
    assert_eq!(numbers, [(1, 1, 0), (3, 3, 2), (2, 2, 1)]);
    let change = changes.iter().find(|it| it.member == "B").expect("the new case");
    assert_eq!((change.part, change.edit), (Part::Case, Edit::Added));
}

/// Members without numbers in the schema are found by name, whichever other numbers they get.
#[test]
fn all_facts_reach_each_member() {
    let (model, ..) = settled("", fbs_model(FIRST), &FACTS);
    let it = model.find("t.M").and_then(|id| model.as_struct(id)).expect("a struct");
    let attrs = it.fields.iter().map(|field| &field.attrs);
    let facts = attrs.map(|it| (it.capnp_ordinal, it.protobuf.map(|it| it.number), it.order));
    assert_eq!(facts.collect::<Vec<_>>(), [(Some(0), Some(1), Some(0)), (Some(1), Some(2), Some(1))]);
}

#[test]
fn removed_cases_keep_their_numbers() {
    let lock = lock_of(FIRST, "");
    let less = "namespace t; table A { x:int; } table C { y:string; } union U { C = 9 } table M { u:U; v:U; }";
    let (model, after, _) = settled(&lock, fbs_model(less), &FACTS);
    let attrs = &union(&model).attrs;
    assert_eq!(attrs.protobuf_removed, [1]);
    assert_eq!(attrs.capnp_removed.iter().map(|it| it.ordinal).collect::<Vec<_>>(), [1]);
    let removed = &union(&model).removed;
    assert!(
        matches!(removed.as_slice(), [it] if it.order == 0 && matches!(it.ty, RemovedType::Struct(..))),
        "{removed:?}"
    );
    // A member of the union that is removed is skipped as a union.
    let gone = "namespace t; table A { x:int; } table C { y:string; } union U { C = 9 } table M { u:U; }";
    let (model, ..) = settled(&after, fbs_model(gone), &FACTS);
    let it = model.find("t.M").and_then(|id| model.as_struct(id)).expect("a struct");
    let [removed] = it.attrs.removed.as_slice() else { panic!("{:?}", it.attrs.removed) };
    assert!(matches!(&removed.ty, RemovedType::Union(cases) if cases.len() == 2), "{removed:?}");
}
