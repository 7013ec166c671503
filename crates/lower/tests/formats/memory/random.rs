//! Random records.

use polywire_model::c::{CEnum, CItem, CLayout, CMember, CRecord, CScalar, CText, CType};

/// A generator of numbers (xorshift), so that every run has the same records.
pub struct Random(pub u64);

/// Types of members.
pub const SCALARS: &[(CScalar, &str)] = &[
    (CScalar::Bool, "_Bool"),
    (CScalar::Char, "char"),
    (CScalar::Exact { bits: 8, signed: true }, "__INT8_TYPE__"),
    (CScalar::Exact { bits: 16, signed: false }, "__UINT16_TYPE__"),
    (CScalar::Exact { bits: 32, signed: true }, "__INT32_TYPE__"),
    (CScalar::Exact { bits: 64, signed: false }, "__UINT64_TYPE__"),
    (CScalar::Short { signed: true }, "short"),
    (CScalar::Int { signed: false }, "unsigned"),
    (CScalar::Long { signed: true }, "long"),
    (CScalar::LongLong { signed: true }, "long long"),
    (CScalar::Pointer { signed: false }, "__SIZE_TYPE__"),
    (CScalar::WideChar, "__WCHAR_TYPE__"),
    (CScalar::Float, "float"),
    (CScalar::Double, "double"),
    (CScalar::LongDouble, "long double"),
];

/// Types of bit-fields, and their largest width on all ABIs.
const BIT_TYPES: &[(CScalar, u8)] = &[
    (CScalar::Bool, 1),
    (CScalar::Char, 8),
    (CScalar::Exact { bits: 8, signed: true }, 8),
    (CScalar::Exact { bits: 16, signed: false }, 16),
    (CScalar::Exact { bits: 32, signed: true }, 32),
    (CScalar::Exact { bits: 64, signed: false }, 64),
    (CScalar::Short { signed: true }, 16),
    (CScalar::Int { signed: false }, 32),
    (CScalar::Long { signed: true }, 32),
    (CScalar::LongLong { signed: true }, 64),
];

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// Returns a record.
    pub fn record(&mut self) -> CRecord {
        let pack = self.one_in(5).then(|| 1 << self.below(4));
        let mut names = 0;
        self.nested(pack, 0, &mut names)
    }

    fn nested(&mut self, pack: Option<u32>, depth: usize, names: &mut u32) -> CRecord {
        let overlap = depth > 0 && self.one_in(4);
        let has_bits = self.one_in(2);
        let count = 1 + self.below(if depth == 0 { 8 } else { 4 });
        let items = (0..count).map(|_| self.item((pack, depth, has_bits), names)).collect();
        let layout = CLayout { packed: self.one_in(6), aligned: self.aligned(8), pack, ms_bit_fields: None };
        CRecord { items, overlap, layout, ..CRecord::default() }
    }

    fn aligned(&mut self, of: usize) -> Option<u32> {
        self.one_in(of).then(|| 1 << self.below(6))
    }

    fn item(&mut self, (pack, depth, has_bits): (Option<u32>, usize, bool), names: &mut u32) -> CItem {
        *names += 1;
        let name = format!("m{names}");
        if has_bits && !self.one_in(3) {
            let (ty, most) = BIT_TYPES[self.below(BIT_TYPES.len())];
            let bits = if self.one_in(4) { most } else { 1 + self.below(most.into()) as u8 };
            return match self.below(10) {
                0 => CItem::Padding { ty, bits: 0, layout: CLayout::default() },
                1 => CItem::Padding { ty, bits, layout: CLayout::default() },
                _ => {
                    let layout = CLayout { packed: self.one_in(12), ..CLayout::default() };
                    CItem::Member(CMember { bits: Some(bits), layout, ..member(name, CType::Scalar(ty)) })
                }
            };
        }
        if depth < 2 && self.one_in(6) {
            let inner = self.nested(pack, depth + 1, names);
            return match self.one_in(3) {
                true => CItem::Anonymous(inner),
                false => CItem::Member(member(name, CType::Record(Box::new(inner)))),
            };
        }
        let ty = match self.one_in(12) {
            true => CType::Enum(self.enumeration()),
            false => CType::Scalar(SCALARS[self.below(SCALARS.len())].0),
        };
        let ty = if self.one_in(5) { CType::Array(Box::new(ty), Some(1 + self.below(4) as u32)) } else { ty };
        let layout = CLayout { packed: self.one_in(12), aligned: self.aligned(12), ..CLayout::default() };
        CItem::Member(CMember { layout, ..member(name, ty) })
    }

    fn enumeration(&mut self) -> CEnum {
        let max = [1, 200, 40_000, 3_000_000_000][self.below(4)];
        let min = if max < 2_000_000_000 && self.one_in(2) { -1 } else { 0 };
        CEnum { packed: self.one_in(2), min, max }
    }
}

fn member(name: String, ty: CType) -> CMember {
    CMember { name, ty, bits: None, layout: CLayout::default(), told_by: None, text: CText::Nul }
}
