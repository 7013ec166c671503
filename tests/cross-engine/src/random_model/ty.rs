//! Types of fields, elements and cases.

use super::member::can_be_absent;
use super::{Maker, Unions};
use polywire_model::{BytesMeaning, DeclId, DeclKind, Field, Meaning, Model, Struct, Text, TimeUnit, Type};

pub(super) fn of_field(maker: &mut Maker<'_>, model: &mut Model) -> Type {
    match maker.random.below(14) {
        0..=3 => scalar(maker, model),
        4 | 5 => bytes(maker),
        6 => structure(maker, model),
        7 => union(maker, model),
        8 if maker.palette.compound => compound(maker, model),
        9 | 10 => map(maker, model),
        _ => list(maker, model),
    }
}

/// A map whose key type Protocol Buffers supports, or a set.
fn map(maker: &mut Maker<'_>, model: &mut Model) -> Type {
    let key = match maker.random.below(4) {
        0 => Type::Bool,
        1 => text(),
        _ => {
            let bits = [8, 16, 32, 64][maker.random.below(4)];
            let signed = maker.one_in(2);
            integer(maker, bits, signed)
        }
    };
    if maker.one_in(4) {
        let entry = Struct::set_entry(Field::new("key", key));
        return Type::Map(maker.declare(model, "T", DeclKind::Struct(entry)));
    }
    let value = match maker.random.below(5) {
        0 if maker.palette.compound => list(maker, model),
        0 | 1 => structure(maker, model),
        2 => text(),
        _ => scalar(maker, model),
    };
    let value = or_null(maker, model, value);
    Type::Map(maker.entry(model, key, value))
}

/// The type of a union's case.
pub(super) fn of_case(maker: &mut Maker<'_>, model: &mut Model) -> Type {
    match maker.random.below(4) {
        0 | 1 => scalar(maker, model),
        2 => bytes(maker),
        3 if maker.palette.unions == Unions::Everywhere => list(maker, model),
        _ => structure(maker, model),
    }
}

fn list(maker: &mut Maker<'_>, model: &mut Model) -> Type {
    let ty = element(maker, model);
    Type::list(or_null(maker, model, ty))
}

/// Returns the type of an element or of a map's value, which sometimes may be null.
fn or_null(maker: &mut Maker<'_>, model: &mut Model, ty: Type) -> Type {
    let may_be_null = maker.one_in(5) && can_be_absent(maker.palette, model, &ty);
    if may_be_null { maker.nullable(model, ty) } else { ty }
}

fn element(maker: &mut Maker<'_>, model: &Model) -> Type {
    match maker.random.below(4) {
        0 => structure(maker, model),
        1 => text(),
        2 if maker.palette.unions == Unions::Everywhere => union(maker, model),
        _ => scalar(maker, model),
    }
}

/// Returns a type that few formats support.
fn compound(maker: &mut Maker<'_>, model: &mut Model) -> Type {
    let len = 1 + maker.random.below(4) as u32;
    match maker.random.below(3) {
        0 => Type::list(list(maker, model)),
        1 => {
            let ty = scalar(maker, model);
            Type::Array(Box::new(or_null(maker, model, ty)), len)
        }
        _ => Type::list(Type::Bytes),
    }
}

pub(super) fn scalar(maker: &mut Maker<'_>, model: &Model) -> Type {
    let bits = [8, 16, 32, 64][maker.random.below(4)];
    match maker.random.below(8) {
        0 => Type::Bool,
        1 => Type::Float { bits: 32 },
        2 => Type::Float { bits: 64 },
        3 | 4 => enumeration(maker, model),
        7 => flags(maker, model),
        kind => integer(maker, bits, kind % 2 == 0),
    }
}

/// An integer, sometimes with a meaning.
fn integer(maker: &mut Maker<'_>, bits: u8, signed: bool) -> Type {
    let timed = [Meaning::TimeOfDay, Meaning::Timestamp, Meaning::LocalTimestamp, Meaning::Duration];
    let timed = timed.into_iter().flat_map(|of| TimeUnit::ALL.map(of));
    let others = [Meaning::Character, Meaning::Date, Meaning::Decimal { scale: 3 }, Meaning::Float16];
    let fitting: Vec<Meaning> = others.into_iter().chain(timed).filter(|it| it.fits(bits, signed)).collect();
    let meaning = if maker.one_in(3) && !fitting.is_empty() {
        fitting[maker.random.below(fitting.len())]
    } else {
        Meaning::Number
    };
    Type::Int { bits, signed, meaning }
}

/// A set of flags, or a number if none are declared.
fn flags(maker: &mut Maker<'_>, model: &Model) -> Type {
    let found = named(maker, model, |kind| matches!(kind, DeclKind::Enum(it) if it.flags));
    Type::Int { bits: 8, signed: false, meaning: found.map_or(Meaning::Number, Meaning::Flags) }
}

/// Returns the type of a union's labels.
pub(super) fn discriminator(maker: &mut Maker<'_>, model: &Model) -> Type {
    let bits = [8, 16, 32, 64][maker.random.below(4)];
    match maker.random.below(4) {
        0 => enumeration(maker, model),
        kind => integer(maker, bits, kind == 1),
    }
}

fn bytes(maker: &mut Maker<'_>) -> Type {
    match maker.random.below(5) {
        0 => Type::Bytes,
        4 => Type::meant_bytes(BytesMeaning::ALL[maker.random.below(3)]),
        1 => Type::fixed_bytes(1 + maker.random.below(9) as u32),
        2 => Type::Text(Text {
            max_len: Some(1 + maker.random.below(20) as u32),
            unverified: maker.one_in(3),
            ..Text::default()
        }),
        _ => text(),
    }
}

fn text() -> Type {
    Type::Text(Text::default())
}

fn enumeration(maker: &mut Maker<'_>, model: &Model) -> Type {
    named(maker, model, |kind| matches!(kind, DeclKind::Enum(it) if !it.flags)).map_or(Type::Bool, Type::Named)
}

fn union(maker: &mut Maker<'_>, model: &Model) -> Type {
    named(maker, model, |kind| matches!(kind, DeclKind::Union(_))).map_or_else(text, Type::Named)
}

/// Returns an earlier struct, or a number if there is none.
fn structure(maker: &mut Maker<'_>, model: &Model) -> Type {
    let found = named(maker, model, |kind| matches!(kind, DeclKind::Struct(it) if it.is_declared()));
    found.map_or(Type::int(32, true), Type::Named)
}

/// Returns a complete declaration of this seed with the required properties.
fn named(maker: &mut Maker<'_>, model: &Model, is_wanted: impl Fn(&DeclKind) -> bool) -> Option<DeclId> {
    let ids = (maker.first..model.decls.len()).map(|index| DeclId(index as u32)).filter(|id| maker.open != Some(*id));
    let found: Vec<DeclId> = ids.filter(|id| is_wanted(&model.decl(*id).kind)).collect();
    (!found.is_empty()).then(|| found[maker.random.below(found.len())])
}
