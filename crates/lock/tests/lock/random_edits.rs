//! Assignments never change under random edits of a schema.

use crate::support::{lines, proto_model, updated};
use polywire_model::attr::Fact;
use std::collections::{BTreeMap, BTreeSet};

/// A random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[derive(Clone)]
struct Field {
    number: usize,
    name: String,
    ty: usize,
    in_union: bool,
}

const TYPES: [&str; 8] =
    ["int32", "optional bool", "string", "repeated E", "optional E", "M", "map<string, sint64>", "optional double"];
const CASE_TYPES: [&str; 4] = ["int32", "string", "E", "M"];

/// A message and all numbers that it has ever used.
struct Schema {
    fields: Vec<Field>,
    enumerators: Vec<usize>,
    used: BTreeSet<usize>,
    names: usize,
}

impl Schema {
    fn text(&self) -> String {
        let of = |field: &Field| match field.in_union {
            true => format!("{} {} = {};", CASE_TYPES[field.ty % CASE_TYPES.len()], field.name, field.number),
            false => format!("{} {} = {};", TYPES[field.ty], field.name, field.number),
        };
        let (cases, plain): (Vec<&Field>, Vec<&Field>) = self.fields.iter().partition(|field| field.in_union);
        let join = |fields: Vec<&Field>| fields.into_iter().map(of).collect::<String>();
        let union = if cases.is_empty() { String::new() } else { format!("oneof o {{ {} }}", join(cases)) };
        let members: String = self.enumerators.iter().map(|it| format!("E{it} = {it};")).collect();
        format!("syntax = \"proto3\"; message M {{ {} {union} }} enum E {{ ZERO = 0; {members} }}", join(plain))
    }

    fn edit(&mut self, random: &mut Random) {
        let at = random.below(self.fields.len().max(1));
        match random.below(6) {
            0 | 1 => self.insert(random),
            2 if !self.fields.is_empty() => drop(self.fields.remove(at)),
            3 if !self.fields.is_empty() => {
                let field = self.fields.remove(at);
                self.fields.insert(random.below(self.fields.len() + 1), field);
            }
            4 if !self.fields.is_empty() => {
                self.names += 1;
                self.fields[at].name = format!("renamed_{}", self.names);
            }
            _ => match self.enumerators.pop() {
                Some(_) if random.below(2) == 0 => {}
                last => self.enumerators.extend(last.into_iter().chain([random.below(1000) * 1000 + self.names + 1])),
            },
        }
        self.enumerators.dedup();
        let mut seen = BTreeSet::new();
        self.enumerators.retain(|it| seen.insert(*it));
    }

    fn insert(&mut self, random: &mut Random) {
        let number = (1..).map(|_| 1 + random.below(5000)).find(|number| !self.used.contains(number));
        let Some(number) = number else { return };
        self.used.insert(number);
        self.names += 1;
        let (name, ty, in_union) = (format!("f{}", self.names), random.below(TYPES.len()), random.below(3) == 0);
        self.fields.insert(random.below(self.fields.len() + 1), Field { number, name, ty, in_union });
    }
}

/// Returns the numbers of members by type, the schema's own number and whether it is for absence.
fn assigned(lock: &str) -> BTreeMap<(String, String, bool), String> {
    let entry = |line: &&str| {
        let parts: Vec<&str> = line.split(' ').collect();
        ((parts[1].to_owned(), parts[3].to_owned(), parts[4].ends_with('?')), parts[2].to_owned())
    };
    lines(lock).iter().map(entry).collect()
}

#[test]
fn assignments_never_change() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20 {
        let mut schema = Schema { fields: vec![], enumerators: vec![], used: BTreeSet::new(), names: 0 };
        let mut lock = updated("", proto_model(&schema.text()), Fact::CapnpOrdinal).expect("a lock");
        for _ in 0..40 {
            schema.edit(&mut random);
            let next = updated(&lock, proto_model(&schema.text()), Fact::CapnpOrdinal)
                .unwrap_or_else(|errors| panic!("{}\n{lock}\n{errors}", schema.text()));
            let (before, after) = (assigned(&lock), assigned(&next));
            for (member, ordinal) in &before {
                assert_eq!(after.get(member), Some(ordinal), "{}\n{lock}\n{next}", schema.text());
            }
            let of_message = |(ty, ..): &&(String, String, bool)| ty == "M";
            let ordinals: BTreeSet<usize> = after
                .iter()
                .filter(|(member, _)| of_message(member))
                .map(|(_, ordinal)| ordinal[1..].parse().expect("an ordinal"))
                .collect();
            let members = after.keys().filter(of_message).count();
            assert_eq!(ordinals, (0..members).collect(), "dense, and each once\n{next}");
            for field in &schema.fields {
                let key = ("M".to_owned(), field.number.to_string(), false);
                assert!(after.contains_key(&key), "{} has no line\n{next}", field.name);
            }
            assert_eq!(updated(&next, proto_model(&schema.text()), Fact::CapnpOrdinal).as_ref(), Ok(&next));
            lock = next;
        }
    }
}
