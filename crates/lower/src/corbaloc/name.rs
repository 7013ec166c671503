//! Names as texts (Naming Service 1.3, "Stringified names"): components are separated by `/`, the kind of each follows a point.

use super::Urls;
use crate::plan::until_end;
use crate::text::class::{END, each_while, is_one_of};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, Place, ValueType, VarId};

/// Characters with a meaning, which a backslash takes from them.
const SPECIAL: &[u8] = b"/.\\";
const ID: u32 = 0;
const KIND: u32 = 1;

impl Urls {
    pub(super) fn read_name(&self, b: &mut FunctionBuilder, text: VarId, name: &Place) {
        b.at(text, 0u64, &[], |b| {
            b.loop_while(
                vec![("more", ValueType::Bool, Expr::Left.is_not(0u64))],
                |carried| carried[0].into(),
                |b, _| {
                    b.push(name.field(0), ("component", self.component.clone()), |b, it| read_component(b, &it.into()));
                    vec![b.matches("more", b"/").into()]
                },
            );
            b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
            vec![]
        });
    }

    pub(super) fn write_name(&self, b: &mut FunctionBuilder, name: &Place) {
        b.each(name.field(0), ("component", self.component.clone()), None, |b, it, index| {
            let it = Place::from(it);
            b.when(index.is_not(0u64), |b| b.write_bytes(b"/"));
            let [id, kind] = [ID, KIND].map(|field| it.field(field));
            write_part(b, &id);
            let is_empty = |place: &Place| Expr::Len(place.clone()).is(0u64);
            b.when(!is_empty(&kind) | is_empty(&id), |b| b.write_bytes(b"."));
            write_part(b, &kind);
        });
    }
}

fn read_component(b: &mut FunctionBuilder, place: &Place) {
    let id = read_part(b);
    b.set(place.field(ID), id);
    let has_id = Expr::from(id).bytes_len().is_not(0u64);
    let has_kind = Expr::from(b.matches("has_kind", b"."));
    b.check(has_id.clone() | has_kind.clone(), ErrorCode::Syntax);
    b.when(has_kind, |b| {
        let kind = read_part(b);
        b.check(!has_id.clone() | Expr::from(kind).bytes_len().is_not(0u64), ErrorCode::Syntax);
        b.set(place.field(KIND), kind);
    });
}

/// Returns an id or a kind.
fn read_part(b: &mut FunctionBuilder) -> VarId {
    let is_inside =
        |byte: Expr| byte.clone().is_not(u64::from(b'/')) & byte.clone().is_not(u64::from(b'.')) & byte.is_not(END);
    b.scratch("part", |b| {
        each_while(b, is_inside, |b| {
            let is_escaped = Expr::from(b.matches("is_escaped", b"\\"));
            let character = Expr::from(b.read_int("character", 1, Order::Little));
            b.check(!is_escaped | is_special(&character), ErrorCode::BadEscape);
            b.write_int(character, 1, Order::Little);
        });
    })
}

fn write_part(b: &mut FunctionBuilder, place: &Place) {
    b.at(Expr::Get(place.clone()), 0u64, &[], |b| {
        until_end(b, |b| {
            let character = Expr::from(b.read_int("character", 1, Order::Little));
            b.when(is_special(&character), |b| b.write_bytes(b"\\"));
            b.write_int(character, 1, Order::Little);
        });
        vec![]
    });
}

fn is_special(character: &Expr) -> Expr {
    is_one_of(character, SPECIAL)
}
