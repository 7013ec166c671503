//! Random values of native types.

use super::random::Random;
use polywire_ir::types::{EnumId, StructId, Type, Types, UnionId};
use polywire_vm::{Held, Record, Value};

/// Deeper structs, unions and lists stay new or empty.
const MAX_DEPTH: u32 = 5;

/// Returns a random struct.
pub fn record(types: &Types, id: StructId, random: &mut Random, depth: u32) -> Record {
    let mut record = Record::new(types, id);
    for (value, field) in record.fields.iter_mut().zip(&types.record(id).fields) {
        let absent = field.optional && (depth > MAX_DEPTH || random.one_in(3));
        if !absent && !random.one_in(4) {
            *value = self::value(types, &field.ty, random, depth + 1);
        }
    }
    record
}

fn value(types: &Types, ty: &Type, random: &mut Random, depth: u32) -> Value {
    match ty {
        Type::Bool => Value::Bool(random.one_in(2)),
        Type::Int { bits, signed: true, .. } => Value::Int(number(random) as i64 >> (64 - bits)),
        Type::Int { bits, signed: false, .. } => Value::Uint(number(random) >> (64 - bits)),
        Type::Float { bits: 32 } => Value::Float(u64::from((random.below(2000) as f32 / 8.0 - 100.0).to_bits())),
        Type::Float { .. } => Value::Float((random.below(200_000) as f64 / 64.0 - 1000.0).to_bits()),
        Type::Text { .. } => Value::Text(text(random)),
        Type::Bytes => Value::Bytes(bytes(random)),
        Type::FixedBytes(len, _) => Value::Bytes((0..*len).map(|_| random.next() as u8).collect()),
        Type::Enum(id) => Value::Enum(enumerator(types, *id, random)),
        Type::Struct(id) => Value::Struct(record(types, *id, random, depth)),
        Type::Union(id) => Value::Union(held(types, *id, random, depth).map(Box::new)),
        Type::List(element) => {
            let len = if depth > MAX_DEPTH { 0 } else { random.below(4) };
            Value::List((0..len).map(|_| value(types, element, random, depth + 1)).collect())
        }
        Type::Map(entry) => {
            let (key, element) = types.entry(*entry);
            let len = if depth > MAX_DEPTH { 0 } else { random.below(4) };
            let mut entry = |_| (value(types, key, random, depth), value(types, element, random, depth + 1));
            Value::Map((0..len).map(&mut entry).collect())
        }
        Type::Array(element, len) => Value::List((0..*len).map(|_| value(types, element, random, depth + 1)).collect()),
    }
}

/// Returns random bits, or a small number in the high bits, from which the caller takes them.
fn number(random: &mut Random) -> u64 {
    let bits = random.next();
    if random.one_in(2) { bits } else { bits << 56 >> random.below(56) }
}

fn text(random: &mut Random) -> Vec<u8> {
    let samples = ["", "a", "EURUSD", "Grüße", "\"quoted\\\" and \n", "twenty-four characters...", "\u{1f600}"];
    samples[random.below(samples.len())].as_bytes().to_vec()
}

fn bytes(random: &mut Random) -> Vec<u8> {
    (0..random.below(20)).map(|_| random.next() as u8).collect()
}

fn enumerator(types: &Types, id: EnumId, random: &mut Random) -> i64 {
    let members = &types.enumeration(id).members;
    members.get(random.below(members.len())).map_or(0, |member| member.number)
}

fn held(types: &Types, id: UnionId, random: &mut Random, depth: u32) -> Option<Held> {
    let cases = &types.union(id).cases;
    let case = random.below(cases.len() + 1);
    let ty = cases.get(case)?.value_type();
    (depth <= MAX_DEPTH).then(|| Held { case: case as u32, value: value(types, &ty, random, depth + 1) })
}
