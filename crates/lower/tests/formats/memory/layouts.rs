//! The layouts of random records are those of the compilers. With `POLYWIRE_FULL=1`, there are 10,000 records.

use super::c_text::{Leaf, leaves, unit};
use super::compilers::{COMPILERS, Compiler};
use super::object::section;
use super::random::Random;
use polywire_model::Model;
use polywire_model::attr::ByteOrder;
use polywire_model::c::layout::{Layout, Layouts};
use polywire_model::c::{Abi, CRecord, abi};

const BATCH: usize = 250;

#[test]
fn random_records_are_laid_out_as_by_the_compilers() {
    let batches = if std::env::var_os("POLYWIRE_FULL").is_some() { 40 } else { 1 };
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for compiler in COMPILERS {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut batch = |_| {
            let records: Vec<CRecord> = (0..BATCH).map(|_| random.record()).collect();
            compare(compiler, folder.path(), &records)
        };
        wrong.extend((0..batches).find_map(&mut batch));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the first difference. Without the compiler, there is none.
fn compare(compiler: &Compiler, folder: &std::path::Path, records: &[CRecord]) -> Option<String> {
    let abi = abi(compiler.abi).expect("an ABI");
    let model = Model::default();
    let layouts = Layouts::new(&model, abi);
    let lay_out =
        |record: &CRecord| layouts.lay_out(record, None).unwrap_or_else(|error| panic!("{error:?} {record:?}"));
    let found: Vec<Layout> = records.iter().map(lay_out).collect();
    let with_leaves: Vec<(CRecord, Vec<Leaf>)> =
        records.iter().zip(&found).map(|(record, layout)| (record.clone(), leaves(record, layout))).collect();
    let object = compiler.object(folder, &unit(&with_leaves))?;
    let mut reader = Reader { bytes: section(&object, ".pw").expect("the section"), abi };
    for (index, ((record, leaves), layout)) in with_leaves.iter().zip(&found).enumerate() {
        let masks = section(&object, &format!(".b{index}")).unwrap_or_default();
        if let Some(text) = reader.compare(leaves, layout, masks) {
            return Some(format!("{}: {text}\n{}", compiler.abi, unit(&[(record.clone(), Vec::new())])));
        }
    }
    None
}

struct Reader<'b> {
    bytes: &'b [u8],
    abi: &'static Abi,
}

impl Reader<'_> {
    fn number(&mut self) -> u64 {
        let (bytes, rest) = self.bytes.split_first_chunk().expect("four bytes");
        self.bytes = rest;
        let bytes = *bytes;
        u64::from(match self.abi.byte_order {
            ByteOrder::Little => u32::from_le_bytes(bytes),
            ByteOrder::Big => u32::from_be_bytes(bytes),
        })
    }

    fn compare(&mut self, leaves: &[Leaf], layout: &Layout, masks: &[u8]) -> Option<String> {
        let mut wrong = Vec::new();
        let (size, align) = (self.number(), self.number());
        for leaf in leaves.iter().filter(|leaf| leaf.bits.is_none()) {
            let offset = self.number();
            if offset * 8 != leaf.start {
                wrong.push(format!("{} at byte {offset}, not at bit {}", leaf.path, leaf.start));
            }
        }
        let masks = masks.chunks_exact((size as usize).max(1));
        for ((leaf, bits), bytes) in leaves.iter().filter_map(|leaf| Some((leaf, leaf.bits?))).zip(masks) {
            let set: Vec<u64> = (0..8 * size).filter(|bit| self.is_set(bytes, *bit)).collect();
            let expected: Vec<u64> = (leaf.start..leaf.start + u64::from(bits)).collect();
            if set != expected {
                wrong.push(format!("{} has bits {set:?}, not {expected:?}", leaf.path));
            }
        }
        if (size, align) != (layout.size.into(), layout.align.into()) {
            wrong.insert(0, format!("size {size} align {align}, not {} {}", layout.size, layout.align));
        }
        (!wrong.is_empty()).then(|| wrong.join("; "))
    }

    fn is_set(&self, bytes: &[u8], bit: u64) -> bool {
        let byte = bytes[(bit / 8) as usize];
        match self.abi.byte_order {
            ByteOrder::Little => byte >> (bit % 8) & 1 == 1,
            ByteOrder::Big => byte << (bit % 8) & 0x80 != 0,
        }
    }
}
