//! Records in the order of their schema.

use super::copy::Copy;
use super::records::{Wanted, each};
use crate::command::args::{AvroCopy, Global};
use crate::command::failure::Failure;
use polywire::avro_order::SortOrder;
use std::cmp::Ordering;
use std::ops::Range;

/// Writes the records of all files in order. Equal ones stay in the order in which they were read.
pub(super) fn sort(args: &AvroCopy, global: Global) -> Result<(), Failure> {
    let mut copy = Copy::begin(args, global)?;
    let mut data = Vec::new();
    let mut records: Vec<Range<usize>> = Vec::new();
    let mut order = None;
    each((args, global), Wanted::ALL, &mut copy, |copy, record| {
        order_of(&mut order, copy)?;
        records.push(data.len()..data.len() + record.len());
        data.extend_from_slice(record);
        Ok(())
    })?;
    if let Some(order) = &order {
        records.sort_by(|left, right| compare(order, &data[left.clone()], &data[right.clone()]));
    }
    records.into_iter().try_for_each(|record| copy.record(&data[record]))?;
    copy.finish()
}

/// Fails if a record is smaller than the one before it.
pub(super) fn check(args: &AvroCopy, global: Global) -> Result<(), Failure> {
    let mut copy = Copy::begin(args, global)?;
    let (mut before, mut number, mut order) = (Vec::new(), 0u64, None);
    each((args, global), Wanted::ALL, &mut copy, |copy, record| {
        let order = order_of(&mut order, copy)?;
        number += 1;
        if number > 1 && compare(order, &before, record) == Ordering::Greater {
            let message =
                format!("record {number} is smaller than the one before it; `polywire avro sort` sorts records");
            return Err(Failure::Input(message));
        }
        before.clear();
        before.extend_from_slice(record);
        Ok(())
    })?;
    copy.give_up()
}

/// Returns the order of the first file's schema, which all files have.
fn order_of<'o>(order: &'o mut Option<SortOrder>, copy: &Copy<'_>) -> Result<&'o SortOrder, Failure> {
    match order {
        Some(order) => Ok(order),
        None => {
            let schema = copy.header().and_then(|header| header.schema().ok()).unwrap_or_default();
            Ok(order.insert(SortOrder::of(schema).map_err(Failure::Input)?))
        }
    }
}

/// Records were validated when they were read, so that none ends early.
fn compare(order: &SortOrder, left: &[u8], right: &[u8]) -> Ordering {
    order.compare(left, right).unwrap_or(Ordering::Equal)
}
