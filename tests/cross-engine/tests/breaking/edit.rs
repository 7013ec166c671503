//! Random edits of the lines of a schema.

use crate::places::schema::{Random, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// An edited schema.
pub struct Edited {
    pub text: String,
    /// The edits, for messages.
    pub what: String,
    /// Old names of renamed members and enumerators, by their new names.
    pub renamed: BTreeMap<String, String>,
    /// Names of members in both versions, by their old names.
    pub common: BTreeSet<String>,
    /// Structs that took the place of their first member.
    pub of_first: BTreeSet<String>,
}

const TYPES: [&str; 16] = [
    "int32",
    "int64",
    "uint32",
    "sint32",
    "sint64",
    "fixed32",
    "bool",
    "string",
    "bytes",
    "double",
    "float",
    "E",
    "optional int32",
    "optional string",
    "repeated string",
    "repeated int32",
];

/// Returns a schema after one to three edits.
pub fn edited(schema: &Schema, random: &mut Random) -> Edited {
    let mut next = schema.clone();
    let (mut what, mut renamed) = (String::new(), BTreeMap::new());
    let count = 1 + random.below(3);
    let edits: Vec<usize> = (0..count).map(|_| random.below(6)).collect();
    if edits.contains(&0) {
        next.edit(random);
        what += "added or removed; ";
    }
    let mut lines: Vec<String> = next.text().lines().map(str::to_owned).collect();
    for edit in edits {
        let members: Vec<usize> = (0..lines.len()).filter(|at| Line::of(&lines[*at]).is_some()).collect();
        let at = members[random.below(members.len())];
        let Some(line) = Line::of(&lines[at]) else { continue };
        let before = lines[at].clone();
        lines[at] = match edit {
            1 if !line.is_enumerator() => line.with_type(TYPES[random.below(TYPES.len())]),
            2 => {
                let name = format!("{}r", line.name);
                let old = renamed.remove(line.name).unwrap_or_else(|| line.name.to_owned());
                renamed.insert(name.clone(), old);
                line.with_name(&name)
            }
            3 => line.with_number(201 + random.below(300)),
            4 => {
                let from = members[random.below(members.len())];
                swap_numbers(&mut lines, at, from);
                lines[at].clone()
            }
            5 if !line.is_enumerator() => {
                // Moves the line into the oneof of its message, if there is one.
                let line = lines[at].clone();
                let rest = lines[at..].iter().position(|line| line.starts_with("oneof") || line.starts_with("message"));
                if let Some(oneof) = rest.map(|rest| at + rest).filter(|at| lines[*at].starts_with("oneof")) {
                    lines.insert(oneof + 1, line);
                    lines.remove(at);
                }
                what += "moved; ";
                continue;
            }
            _ => lines[at].clone(),
        };
        if lines[at] != before {
            what += &format!("{} is {}; ", before.trim(), lines[at].trim());
        }
    }
    let text = lines.join("\n") + "\n";
    renamed.retain(|name, old| keeps_number((&schema.text(), old), (&text, name)));
    let names = |text: &str| -> BTreeSet<String> {
        text.lines().filter_map(|line| Line::of(line).map(|it| it.name.to_owned())).collect()
    };
    let now: BTreeSet<String> =
        names(&text).into_iter().map(|name| renamed.get(&name).cloned().unwrap_or(name)).collect();
    let common = names(&schema.text()).intersection(&now).cloned().collect();
    Edited { text, what, renamed, common, of_first: BTreeSet::new() }
}

/// Returns false for a field that has another name and another number: it is a new one.
fn keeps_number((old_text, old): (&str, &str), (new_text, new): (&str, &str)) -> bool {
    let field = |text: &str, name: &str| {
        let lines = text.lines().filter_map(Line::of);
        lines.filter(|line| line.name == name && !line.is_enumerator()).map(|line| line.number).next()
    };
    field(old_text, old) == field(new_text, new)
}

/// A member or an enumerator.
struct Line<'l> {
    ty: &'l str,
    name: &'l str,
    number: usize,
}

impl<'l> Line<'l> {
    fn of(line: &'l str) -> Option<Self> {
        let (head, number) = line.trim().strip_suffix(';')?.rsplit_once(" = ")?;
        let number = number.parse().ok()?;
        let (ty, name) = head.rsplit_once(' ').unwrap_or(("", head));
        (name != "ZERO").then_some(Self { ty, name, number })
    }

    fn is_enumerator(&self) -> bool {
        self.ty.is_empty()
    }

    fn with_type(&self, ty: &str) -> String {
        format!("  {ty} {} = {};", self.name, self.number)
    }

    fn with_name(&self, name: &str) -> String {
        format!("  {} {name} = {};", self.ty, self.number)
    }

    fn with_number(&self, number: usize) -> String {
        format!("  {} {} = {number};", self.ty, self.name)
    }
}

fn swap_numbers(lines: &mut [String], one: usize, other: usize) {
    let (Some(a), Some(b)) = (Line::of(&lines[one]), Line::of(&lines[other])) else { return };
    let swapped = (a.with_number(b.number), b.with_number(a.number));
    (lines[one], lines[other]) = swapped;
}
