//! Reports of layouts: where members are, and the holes between them.

use polywire_model::c::layout::{Layout, Layouts};
use polywire_model::c::{Abi, CItem, CRecord};
use polywire_model::{DeclId, Model};

/// The layout of a struct or union for an ABI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The name in C, or the path of the declaration.
    pub name: String,
    /// The name of the ABI.
    pub abi: &'static str,
    /// Bytes, with padding at the end.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Members and holes in the order of the declaration.
    pub rows: Vec<Row>,
}

/// A member, or a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name in C; empty for a hole.
    pub name: String,
    /// The first bit from the beginning of the struct, counted as in [`polywire_model::c::layout::Placed`].
    pub start: u64,
    /// The bits that it takes.
    pub bits: u64,
    /// It is a bit-field.
    pub is_bit_field: bool,
}

/// Returns the layout of a declaration, or why there is none.
///
/// # Errors
/// If the declaration is no struct or union of C, or has no layout for the ABI.
pub fn report(model: &Model, id: DeclId, abi: &'static Abi) -> Result<Report, String> {
    let layouts = Layouts::new(model, abi);
    let path = model.decl(id).path();
    let layout = layouts.of(id).map_err(|error| format!("`{}` {}", error.member, error.kind.text()))?;
    let record = layouts.record(id).ok_or_else(|| format!("`{path}` is no struct or union of C"))?;
    let mut rows = Vec::new();
    let end = members(record, &layout, 0, &mut rows);
    hole(end, u64::from(layout.size) * 8, &mut rows);
    let name = if record.name.is_empty() { path } else { record.name.clone() };
    Ok(Report { name, abi: abi.name, size: layout.size, align: layout.align, rows })
}

/// Adds the members of a record that begins at a bit; returns the bit behind all of them.
fn members(record: &CRecord, layout: &Layout, from: u64, rows: &mut Vec<Row>) -> u64 {
    let mut end = from;
    for (item, placed) in record.items.iter().zip(&layout.items) {
        let start = from + placed.start;
        let bits = placed.bits.map_or(placed.shape.size * 8, u64::from);
        if !record.overlap {
            hole(end, start, rows);
        }
        let behind = match (item, &placed.inner) {
            (CItem::Anonymous(inner), Some(layout)) => {
                let behind = members(inner, layout, start, rows);
                hole(behind, start + bits, rows);
                start + bits
            }
            (CItem::Padding { .. }, _) => {
                hole(start, start + bits, rows);
                start + bits
            }
            (CItem::Member(member) | CItem::Teller(member), _) => {
                rows.push(Row { name: member.name.clone(), start, bits, is_bit_field: placed.bits.is_some() });
                start + bits
            }
            (CItem::Anonymous(_), None) => start,
        };
        end = end.max(behind);
    }
    end
}

fn hole(start: u64, end: u64, rows: &mut Vec<Row>) {
    let is_bit_field = !start.is_multiple_of(8) || !end.is_multiple_of(8);
    if start < end {
        rows.push(Row { name: String::new(), start, bits: end - start, is_bit_field });
    }
}

impl Report {
    /// Returns the layout as a table.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}: {} bytes, alignment {} ({})\n", self.name, self.size, self.align, self.abi);
        for row in &self.rows {
            let name = if row.name.is_empty() { "(padding)" } else { &row.name };
            text += &format!("{:>8} {:>8}  {name}\n", row.place(), row.extent());
        }
        text
    }

    /// Returns the layout as one line of JSON.
    pub fn to_json(&self) -> String {
        let row = |row: &Row| {
            let name = if row.name.is_empty() { "null".to_owned() } else { format!("\"{}\"", row.name) };
            format!("{{\"name\":{name},\"start\":{},\"bits\":{}}}", row.start, row.bits)
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        format!(
            "{{\"name\":\"{}\",\"abi\":\"{}\",\"size\":{},\"align\":{},\"rows\":[{}]}}\n",
            self.name,
            self.abi,
            self.size,
            self.align,
            rows.join(",")
        )
    }

    /// Returns what differs from the layout of the same struct for another ABI; empty if both are the same.
    pub fn differences(&self, other: &Self) -> String {
        let mut text = String::new();
        if (self.size, self.align) != (other.size, other.align) {
            let of = |it: &Self| format!("{} bytes, alignment {} ({})", it.size, it.align, it.abi);
            text += &format!("{}: {}; {}\n", self.name, of(self), of(other));
        }
        for row in self.rows.iter().filter(|row| !row.name.is_empty()) {
            let Some(there) = other.rows.iter().find(|it| it.name == row.name) else { continue };
            if (row.start, row.bits) != (there.start, there.bits) {
                let at = |it: &Row, abi: &str| format!("at {}, {} ({abi})", it.place(), it.extent());
                text += &format!("{}.{}: {}; {}\n", self.name, row.name, at(row, self.abi), at(there, other.abi));
            }
        }
        text
    }
}

impl Row {
    /// The first byte, and the bit in it.
    fn place(&self) -> String {
        match self.is_bit_field {
            true => format!("{}:{}", self.start / 8, self.start % 8),
            false => (self.start / 8).to_string(),
        }
    }

    fn extent(&self) -> String {
        match self.is_bit_field {
            true => format!("{} bits", self.bits),
            false => (self.bits / 8).to_string(),
        }
    }
}
