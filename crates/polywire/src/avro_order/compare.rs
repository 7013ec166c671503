use super::cursor::{Cursor, Items};
use super::{Field, FieldOrder, Node, NodeId, SortOrder};
use std::cmp::Ordering;

impl SortOrder {
    pub(super) fn compare_at(&self, node: NodeId, left: &mut Cursor<'_>, right: &mut Cursor<'_>) -> Option<Ordering> {
        Some(match &self.nodes[node.0] {
            Node::Null => Ordering::Equal,
            Node::Boolean => left.array::<1>()?.cmp(&right.array()?),
            Node::Varint => left.long()?.cmp(&right.long()?),
            Node::Float => compare_floats(float(left)?, float(right)?),
            Node::Double => compare_floats(double(left)?, double(right)?),
            Node::Run => left.run()?.cmp(right.run()?),
            Node::Fixed(size) => left.take(*size)?.cmp(right.take(*size)?),
            Node::Array(items) => return self.compare_items(*items, left, right),
            Node::Map(_) => return None,
            Node::Union(branches) => {
                let (branch, other) = (left.long()?, right.long()?);
                match branch.cmp(&other) {
                    Ordering::Equal => return self.compare_at(branch_of(branches, branch)?, left, right),
                    different => different,
                }
            }
            Node::Record(fields) => return self.compare_fields(fields, left, right),
        })
    }

    /// The shorter one is smaller if it is the beginning of the other.
    fn compare_items(&self, items: NodeId, left: &mut Cursor<'_>, right: &mut Cursor<'_>) -> Option<Ordering> {
        let (mut of_left, mut of_right) = (Items::default(), Items::default());
        loop {
            match (of_left.next(left)?, of_right.next(right)?) {
                (true, true) => match self.compare_at(items, left, right)? {
                    Ordering::Equal => {}
                    different => return Some(different),
                },
                (has_left, has_right) => return Some(has_left.cmp(&has_right)),
            }
        }
    }

    fn compare_fields(&self, fields: &[Field], left: &mut Cursor<'_>, right: &mut Cursor<'_>) -> Option<Ordering> {
        for field in fields {
            let found = match field.order {
                FieldOrder::Ascending => self.compare_at(field.node, left, right)?,
                FieldOrder::Descending => self.compare_at(field.node, left, right)?.reverse(),
                FieldOrder::Ignore => {
                    self.skip(field.node, left)?;
                    self.skip(field.node, right)?;
                    Ordering::Equal
                }
            };
            if found != Ordering::Equal {
                return Some(found);
            }
        }
        Some(Ordering::Equal)
    }

    fn skip(&self, node: NodeId, cursor: &mut Cursor<'_>) -> Option<()> {
        match &self.nodes[node.0] {
            Node::Null => {}
            Node::Boolean => drop(cursor.take(1)?),
            Node::Varint => drop(cursor.long()?),
            Node::Float => drop(cursor.take(4)?),
            Node::Double => drop(cursor.take(8)?),
            Node::Run => drop(cursor.run()?),
            Node::Fixed(size) => drop(cursor.take(*size)?),
            Node::Array(items) => skip_blocks(cursor, |cursor| self.skip(*items, cursor))?,
            Node::Map(values) => skip_blocks(cursor, |cursor| {
                cursor.run()?;
                self.skip(*values, cursor)
            })?,
            Node::Union(branches) => {
                let branch = cursor.long()?;
                self.skip(branch_of(branches, branch)?, cursor)?;
            }
            Node::Record(fields) => fields.iter().try_for_each(|field| self.skip(field.node, cursor))?,
        }
        Some(())
    }
}

/// A block that states its bytes is skipped at once.
fn skip_blocks<'a>(cursor: &mut Cursor<'a>, mut skip: impl FnMut(&mut Cursor<'a>) -> Option<()>) -> Option<()> {
    loop {
        match cursor.long()? {
            0 => return Some(()),
            count if count < 0 => drop(cursor.run()?),
            count => (0..count).try_for_each(|_| skip(cursor))?,
        }
    }
}

fn branch_of(branches: &[NodeId], index: i64) -> Option<NodeId> {
    branches.get(usize::try_from(index).ok()?).copied()
}

fn float(cursor: &mut Cursor<'_>) -> Option<f64> {
    cursor.array().map(f32::from_le_bytes).map(f64::from)
}

fn double(cursor: &mut Cursor<'_>) -> Option<f64> {
    cursor.array().map(f64::from_le_bytes)
}

/// As Avro for Java: -0 is less than 0, and all NaNs are equal and the greatest.
fn compare_floats(left: f64, right: f64) -> Ordering {
    match (left.is_nan(), right.is_nan()) {
        (false, false) => left.total_cmp(&right),
        (left, right) => left.cmp(&right),
    }
}
