//! The rules of blocks beyond their schema: indices are within the string table, and lists that belong together match.
//! osmium rejects files that break them.
//!
//! The check reads the message instead of a decoded value, so that it costs little compared with a conversion. Field
//! numbers are those of `osmformat.proto`.
//!
//! Design: docs/decisions/0062-openstreetmap-rules.md

use super::fields::{Checked, Field, Part, Stop, Within};
use super::invalid::{Invalid, Problem};
use polywire_vm::{Path, PathStep};

/// Checks a [`super::BLOCK`]. Malformed messages are left to the decoder.
pub(super) fn check(message: &[u8]) -> Result<(), Invalid> {
    let file_block = Part { bytes: message, offset: 0 };
    let checked = file_block.each(|field| match (field.number, field.message()) {
        (2, Some(data)) => block(data).within("data", None),
        _ => Ok(()),
    });
    match checked {
        Err(Stop::Invalid(invalid)) => Err(*invalid),
        Err(Stop::Malformed) | Ok(()) => Ok(()),
    }
}

/// Checks a `PrimitiveBlock`. Its string table may follow the groups that refer to it.
fn block(block: Part<'_>) -> Checked {
    let (mut tables, mut strings) = (0, 0);
    block.each(|field| {
        let Some(table) = field.message().filter(|_| field.number == 1) else { return Ok(()) };
        tables += 1;
        if tables > 1 {
            return fail(field.offset, Problem::SecondTable).within("stringtable", None);
        }
        table.each(|entry| {
            strings += usize::from(entry.number == 1 && entry.message().is_some());
            Ok(())
        })
    })?;
    let table = Table { strings };
    let mut groups = 0..;
    block.each(|field| match (field.number, field.message()) {
        (2, Some(group)) => table.group(group).within("primitivegroup", groups.next()),
        _ => Ok(()),
    })
}

/// The string table of a block.
struct Table {
    strings: usize,
}

/// The lists of indices of an object with tags: field numbers and names.
type Lists = &'static [(u64, &'static str)];

const TAGS: Lists = &[(2, "keys"), (3, "vals")];
const TAGS_AND_ROLES: Lists = &[(2, "keys"), (3, "vals"), (8, "roles_sid")];

impl Table {
    fn group(&self, group: Part<'_>) -> Checked {
        let (mut nodes, mut ways, mut relations) = (0.., 0.., 0..);
        group.each(|field| {
            let Some(part) = field.message() else { return Ok(()) };
            match field.number {
                1 => self.tagged(part, TAGS).within("nodes", nodes.next()),
                2 => self.dense(part).within("dense", None),
                3 => self.tagged(part, TAGS).within("ways", ways.next()),
                4 => self.relation(part).within("relations", relations.next()),
                _ => Ok(()),
            }
        })
    }

    /// A node, way or relation.
    fn tagged(&self, object: Part<'_>, lists: Lists) -> Checked {
        let mut counts = [0; TAGS_AND_ROLES.len()];
        object.each(|field| {
            if let (4, Some(info)) = (field.number, field.message()) {
                return self.info(info).within("info", None);
            }
            match lists.iter().zip(&mut counts).find(|((number, _), _)| *number == field.number) {
                Some(((_, name), count)) => self.indices(&field, count).within(name, None),
                None => Ok(()),
            }
        })
    }

    fn indices(&self, list: &Field<'_>, count: &mut usize) -> Checked {
        list.integers(|index, offset| {
            self.index(i64::from(index as u32), offset).map_err(|stop| at(stop, *count))?;
            *count += 1;
            Ok(())
        })
    }

    fn index(&self, index: i64, offset: usize) -> Checked {
        if usize::try_from(index).is_ok_and(|index| index < self.strings) {
            return Ok(());
        }
        fail(offset, Problem::StringIndex { index, strings: self.strings })
    }

    fn info(&self, info: Part<'_>) -> Checked {
        info.each(|field| match (field.number, field.message()) {
            (5, None) => {
                field.integers(|index, offset| self.index(i64::from(index as u32), offset)).within("user_sid", None)
            }
            _ => Ok(()),
        })
    }

    fn relation(&self, relation: Part<'_>) -> Checked {
        self.tagged(relation, TAGS_AND_ROLES)?;
        let mut count = 0;
        relation.each(|field| {
            if field.number != 10 {
                return Ok(());
            }
            let types = field.integers(|ty, offset| {
                let ty = i64::from(ty as i32);
                if !(0..=2).contains(&ty) {
                    return fail(offset, Problem::MemberType(ty)).map_err(|stop| at(stop, count));
                }
                count += 1;
                Ok(())
            });
            types.within("types", None)
        })
    }

    fn dense(&self, dense: Part<'_>) -> Checked {
        let mut tags = Tags { table: self, count: 0, is_value: false };
        let (mut nodes, mut coordinates) = (0, [("lat", 0, dense.offset), ("lon", 0, dense.offset)]);
        dense.each(|field| {
            match field.number {
                1 => nodes += field.count(),
                5 => return field.message().map_or(Ok(()), |info| self.dense_info(info)).within("denseinfo", None),
                8 | 9 => {
                    let (_, count, offset) = &mut coordinates[usize::from(field.number == 9)];
                    (*count, *offset) = (*count + field.count(), field.offset);
                }
                10 => return tags.list(&field).within("keys_vals", None),
                _ => {}
            }
            Ok(())
        })?;
        if tags.is_value {
            let end = dense.offset + dense.bytes.len();
            return fail(end, Problem::KeyWithoutValue).within("keys_vals", None);
        }
        match coordinates.iter().find(|(_, count, _)| *count < nodes) {
            Some((name, count, offset)) => {
                fail(*offset, Problem::Coordinates { nodes, coordinates: *count }).within(name, None)
            }
            None => Ok(()),
        }
    }

    /// Indices of user names are delta-encoded.
    fn dense_info(&self, info: Part<'_>) -> Checked {
        let (mut count, mut user) = (0, 0i64);
        info.each(|field| {
            if field.number != 5 {
                return Ok(());
            }
            let users = field.integers(|delta, offset| {
                let delta = delta as u32;
                user = user.wrapping_add(i64::from((delta >> 1) as i32 ^ -((delta & 1) as i32)));
                self.index(user, offset).map_err(|stop| at(stop, count))?;
                count += 1;
                Ok(())
            });
            users.within("user_sid", None)
        })
    }
}

/// The tags of dense nodes: keys and values alternate, and a 0 in place of a key ends each node.
struct Tags<'t> {
    table: &'t Table,
    count: usize,
    /// True if a value comes next.
    is_value: bool,
}

impl Tags<'_> {
    fn list(&mut self, list: &Field<'_>) -> Checked {
        list.integers(|index, offset| {
            let index = i64::from(index as i32);
            if self.is_value || index != 0 {
                self.table.index(index, offset).map_err(|stop| at(stop, self.count))?;
                self.is_value = !self.is_value;
            }
            self.count += 1;
            Ok(())
        })
    }
}

fn fail(offset: usize, problem: Problem) -> Checked {
    Err(Stop::Invalid(Box::new(Invalid { path: Path::default(), offset, problem })))
}

/// Adds the index of a list element to the path.
fn at(mut stop: Stop, index: usize) -> Stop {
    if let Stop::Invalid(invalid) = &mut stop {
        invalid.path.steps.push(PathStep::Index(index));
    }
    stop
}
