//! Heads of texts, bytes, arrays and maps: a length or count in its shortest form.

use super::usual::{Found, behind_nil, find, found};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Order, ValueType};

/// The byte of an absent value.
pub(crate) const NIL: [u8; 1] = [0xc0];

/// A family of heads.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    /// In names of functions.
    name: &'static str,
    /// The first of the one-byte heads, and their number.
    fix: (u8, u64),
    /// Heads with a length of 8, 16 and 32 bits.
    tags: [Option<u8>; 3],
}

/// Texts.
pub(crate) const TEXT: Family = Family { name: "text", fix: (0xa0, 32), tags: [Some(0xd9), Some(0xda), Some(0xdb)] };
/// Texts and bytes of the old specification.
const RAW: Family = Family { name: "raw", fix: (0xa0, 32), tags: [None, Some(0xda), Some(0xdb)] };
/// Bytes.
pub(crate) const BYTES: Family = Family { name: "bytes", fix: (0, 0), tags: [Some(0xc4), Some(0xc5), Some(0xc6)] };
/// Extensions, whose type follows the length, but for those of 1, 2, 4, 8 and 16 bytes.
pub(crate) const EXT: Family = Family { name: "ext", fix: (0, 0), tags: [Some(0xc7), Some(0xc8), Some(0xc9)] };
/// Arrays.
pub(crate) const ARRAY: Family = Family { name: "array", fix: (0x90, 16), tags: [None, Some(0xdc), Some(0xdd)] };
/// Maps.
pub(crate) const MAP: Family = Family { name: "map", fix: (0x80, 16), tags: [None, Some(0xde), Some(0xdf)] };

impl Family {
    /// Returns the head of a length known at lowering time.
    pub fn constant(self, len: u64) -> Vec<u8> {
        if len < self.fix.1 {
            return vec![self.fix.0 | len as u8];
        }
        let width = self.widths().into_iter().find(|(_, width)| len < 1 << (8 * width));
        let (tag, width) = width.unwrap_or((self.tags[2].unwrap_or(0), 4));
        [&[tag], &len.to_be_bytes()[8 - width as usize..]].concat()
    }

    /// The tags with the widths of their lengths in bytes.
    pub fn widths(self) -> Vec<(u8, u8)> {
        self.tags.into_iter().zip([1, 2, 4]).filter_map(|(tag, width)| Some((tag?, width))).collect()
    }

    /// Returns arms that read the length after each tag.
    pub fn arms(self, b: &mut FunctionBuilder) -> Vec<Arm> {
        let arm = |(tag, width): (u8, u8)| Arm {
            keys: vec![Const::U64(tag.into())],
            body: b.block(|b| vec![b.read_int("len", width, Order::Big).into()]),
        };
        self.widths().into_iter().map(arm).collect()
    }
}

/// Returns an integer known at lowering time.
pub(crate) fn uint_constant(value: u32) -> Vec<u8> {
    match value {
        0..0x80 => vec![value as u8],
        0x80..0x100 => vec![0xcc, value as u8],
        0x100..0x1_0000 => [&[0xcd][..], &(value as u16).to_be_bytes()].concat(),
        0x1_0000.. => [&[0xce][..], &value.to_be_bytes()].concat(),
    }
}

/// Functions that write and read heads.
pub(crate) struct Heads {
    text: Family,
    bytes: Family,
    write_text: FuncId,
    write_bytes: FuncId,
    write_array: FuncId,
    write_map: FuncId,
    /// Reads a text or bytes; yields the bytes.
    read_run: FuncId,
    /// Reads the length of a text or bytes, or nil.
    find_run: FuncId,
    read_array: FuncId,
    read_map: FuncId,
}

impl Heads {
    /// Defines the functions. `has_raw`: texts and bytes are written as in the old specification.
    pub fn define(module: &mut ModuleBuilder, has_raw: bool) -> Self {
        let (text, bytes) = if has_raw { (RAW, RAW) } else { (TEXT, BYTES) };
        let wide = [TEXT, ARRAY, MAP].map(|family| module.add(read_wide_len(family)));
        let write_text = module.add(write_head(text));
        Self {
            text,
            bytes,
            write_text,
            write_bytes: if has_raw { write_text } else { module.add(write_head(bytes)) },
            write_array: module.add(write_head(ARRAY)),
            write_map: module.add(write_head(MAP)),
            read_run: module.add(read_run(wide[0])),
            find_run: add_find_run(module, wide[0]),
            read_array: module.add(read_head(ARRAY, wide[1])),
            read_map: module.add(read_head(MAP, wide[2])),
        }
    }

    /// Returns the head of a text of a length known at lowering time.
    pub fn text_constant(&self, len: u64) -> Vec<u8> {
        self.text.constant(len)
    }

    /// Returns the head of bytes of a length known at lowering time.
    pub fn bytes_constant(&self, len: u64) -> Vec<u8> {
        self.bytes.constant(len)
    }

    /// Appends the head of a text of this many bytes.
    pub fn text(&self, b: &mut FunctionBuilder, len: Expr) {
        b.call(self.write_text, vec![Arg::Value(len)], &[]);
    }

    /// Appends the head of this many bytes.
    pub fn bytes(&self, b: &mut FunctionBuilder, len: Expr) {
        b.call(self.write_bytes, vec![Arg::Value(len)], &[]);
    }

    /// Appends the head of an array.
    pub fn array(&self, b: &mut FunctionBuilder, count: Expr) {
        b.call(self.write_array, vec![Arg::Value(count)], &[]);
    }

    /// Appends the head of a map.
    pub fn map(&self, b: &mut FunctionBuilder, count: Expr) {
        b.call(self.write_map, vec![Arg::Value(count)], &[]);
    }

    /// Reads a text or bytes.
    pub fn read_run(&self, b: &mut FunctionBuilder) -> Expr {
        b.call(self.read_run, vec![], &[("bytes", ValueType::Bytes)])[0].into()
    }

    /// Reads the length of a text or bytes, or nil.
    pub fn find_run(&self, b: &mut FunctionBuilder) -> Found {
        find(b, self.find_run, ("len", ValueType::U64))
    }

    /// Reads the head of an array; yields the count.
    pub fn read_array(&self, b: &mut FunctionBuilder) -> Expr {
        b.call(self.read_array, vec![], &[("count", ValueType::U64)])[0].into()
    }

    /// Reads the head of a map; yields the count.
    pub fn read_map(&self, b: &mut FunctionBuilder) -> Expr {
        b.call(self.read_map, vec![], &[("count", ValueType::U64)])[0].into()
    }
}

fn write_head(family: Family) -> Function {
    let mut b = FunctionBuilder::new(format!("write_{}_head", family.name));
    let len = Expr::from(b.value_param("len", ValueType::U64));
    b.check(len.clone().at_most(u64::from(u32::MAX)), ErrorCode::TooLarge);
    write_in(&mut b, family, &len, &family.widths());
    b.finish(vec![], vec![])
}

fn write_in(b: &mut FunctionBuilder, family: Family, len: &Expr, widths: &[(u8, u8)]) {
    if family.fix.1 > 0 && widths.len() == family.widths().len() {
        let short = len.clone().below(family.fix.1);
        let one_byte = |b: &mut FunctionBuilder| b.write_int(len.clone() | u64::from(family.fix.0), 1, Order::Big);
        return b.if_else(short, one_byte, |b| write_wide(b, len, widths));
    }
    write_wide(b, len, widths);
}

/// Appends the narrowest of these tags that can hold the length.
fn write_wide(b: &mut FunctionBuilder, len: &Expr, widths: &[(u8, u8)]) {
    let Some((&(tag, width), wider)) = widths.split_first() else { return };
    let write = |b: &mut FunctionBuilder| {
        b.write_bytes(&[tag]);
        b.write_int(len.clone(), width, Order::Big);
    };
    if wider.is_empty() {
        return write(b);
    }
    b.if_else(len.clone().below(1u64 << (8 * width)), write, |b| write_wide(b, len, wider));
}

fn read_head(family: Family, wide: FuncId) -> Function {
    let mut b = FunctionBuilder::new(format!("read_{}_head", family.name));
    let count = read_len(&mut b, family, wide);
    b.finish(vec![count], vec![ValueType::U64])
}

fn read_run(wide: FuncId) -> Function {
    let mut b = FunctionBuilder::new("read_run");
    let len = read_len(&mut b, TEXT, wide);
    let bytes = b.read_span("bytes", len);
    b.finish(vec![bytes.into()], vec![ValueType::Bytes])
}

/// Reads the length in a one-byte head, or calls a function for another head.
fn read_len(b: &mut FunctionBuilder, family: Family, wide: FuncId) -> Expr {
    let (first, count) = (u64::from(family.fix.0), family.fix.1);
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    let short = (head.clone() - first).below(count);
    let wide = |b: &mut FunctionBuilder| vec![b.call(wide, vec![Arg::Value(head.clone())], &LEN)[0].into()];
    b.if_yields(short, &LEN, |_| vec![head.clone() & (count - 1)], wide)[0].into()
}

const LEN: [(&str, ValueType); 1] = [("len", ValueType::U64)];

/// Adds functions that read the length of a text or bytes, or nil: a short one, and others.
fn add_find_run(module: &mut ModuleBuilder, wide: FuncId) -> FuncId {
    let behind = module.add(behind_nil("find_run_behind".into(), ValueType::U64, |b, head| {
        b.call(wide, vec![Arg::Value(head)], &LEN)[0].into()
    }));
    let (first, count) = (u64::from(TEXT.fix.0), TEXT.fix.1);
    let mut b = FunctionBuilder::new("find_run");
    let head = Expr::from(b.read_int("head", 1, Order::Big));
    let len = |_: &mut FunctionBuilder| head.clone() & (count - 1);
    let results = found(&mut b, &head, (head.clone() - first).below(count), len, (behind, ValueType::U64));
    module.add(b.finish(results, vec![ValueType::Bool, ValueType::U64]))
}

/// Reads the length after one of the tags of a family. What can be a text can be bytes too.
fn read_wide_len(family: Family) -> Function {
    let mut b = FunctionBuilder::new(format!("read_wide_{}_len", family.name));
    let head = Expr::from(b.value_param("head", ValueType::U64));
    let mut arms = family.arms(&mut b);
    if family.name == TEXT.name {
        arms.extend(BYTES.arms(&mut b));
    }
    let other = b.block(|b| {
        b.fail(ErrorCode::WrongKind);
        vec![0u64.into()]
    });
    let len = b.switch(head, arms, other, &LEN);
    b.rare();
    b.finish(vec![len[0].into()], vec![ValueType::U64])
}
