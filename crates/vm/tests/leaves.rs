//! Tests the leaves with their vectors, which other engines use too.

use polywire_ir::{PureLeaf, ReadLeaf, WriteLeaf};
use polywire_vm::leaves::*;

const READ: &str = include_str!("../../../tests/leaves/read.tsv");
const WRITE: &str = include_str!("../../../tests/leaves/write.tsv");
const PURE: &str = include_str!("../../../tests/leaves/pure.tsv");

#[test]
fn reading_leaves() {
    check_all(READ, ReadLeaf::ALL.iter().map(|leaf| leaf.name()), |leaf, input| {
        let bytes = of_hex(input);
        let mut cursor = Cursor::new(&bytes);
        match read(ReadLeaf::from_name(leaf).expect("a leaf"), &mut cursor) {
            Ok(result) if result.is_empty() => format!("ok {}", cursor.pos),
            Ok(result) => format!("ok {} {result}", cursor.pos),
            Err(code) => format!("error {}", code.name()),
        }
    });
}

#[test]
fn writing_leaves() {
    check_all(WRITE, WriteLeaf::ALL.iter().map(|leaf| leaf.name()), |leaf, argument| {
        let mut out = Vec::new();
        write(WriteLeaf::from_name(leaf).expect("a leaf"), argument, &mut out);
        hex(&out)
    });
}

#[test]
fn pure_leaves() {
    check_all(PURE, PureLeaf::ALL.iter().map(|leaf| leaf.name()), |leaf, argument| {
        match PureLeaf::from_name(leaf).expect("a leaf") {
            PureLeaf::VarintSize => varint_size(number(argument)).to_string(),
            PureLeaf::Utf8Valid => utf8_valid(&of_hex(argument)).to_string(),
            PureLeaf::UntilNul => hex(until_nul(&of_hex(argument))),
            PureLeaf::DecimalFloat64 => format!("{:016x}", decimal_float64(&of_hex(argument))),
            PureLeaf::DecimalFloat32 => format!("{:08x}", decimal_float32(&of_hex(argument))),
        }
    });
}

fn check_all(vectors: &str, leaves: impl Iterator<Item = &'static str>, run: impl Fn(&str, &str) -> String) {
    let rows: Vec<Vec<&str>> = vectors.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    for leaf in leaves {
        assert!(rows.iter().any(|row| row[0] == leaf), "{leaf} has no vectors");
    }
    for row in rows {
        let input = String::from_utf8_lossy(&of_hex(row[1])).into_owned();
        assert_eq!(run(row[0], row[1]), row[2], "{} of {} ({input})", row[0], row[1]);
    }
}

fn read(leaf: ReadLeaf, cursor: &mut Cursor<'_>) -> Result<String, polywire_ir::ErrorCode> {
    match leaf {
        ReadLeaf::Varint => read_varint(cursor).map(|value| value.to_string()),
        ReadLeaf::JsonSpace => {
            skip_json_space(cursor);
            Ok(String::new())
        }
        ReadLeaf::JsonString => read_json_string(cursor).map(|text| hex(&text)),
        ReadLeaf::JsonInt => read_json_int(cursor).map(|value| value.to_string()),
        ReadLeaf::JsonUint => read_json_uint(cursor).map(|value| value.to_string()),
        ReadLeaf::JsonFloat64 => read_json_float64(cursor).map(|bits| format!("{bits:016x}")),
        ReadLeaf::JsonFloat32 => read_json_float32(cursor).map(|bits| format!("{bits:08x}")),
        ReadLeaf::JsonBool => read_json_bool(cursor).map(|value| value.to_string()),
        ReadLeaf::JsonSkipNumber => skip_json_number(cursor).map(|()| String::new()),
        ReadLeaf::JsonBase64 => read_json_base64(cursor).map(|bytes| hex(&bytes)),
    }
}

fn write(leaf: WriteLeaf, argument: &str, out: &mut Vec<u8>) {
    match leaf {
        WriteLeaf::Varint => write_varint(number(argument), out),
        WriteLeaf::DecimalInt => write_decimal_int(argument.parse().expect("an integer"), out),
        WriteLeaf::DecimalUint => write_decimal_uint(number(argument), out),
        WriteLeaf::JsonFloat64 => write_json_float64(bits(argument), out),
        WriteLeaf::JsonFloat32 => write_json_float32(bits(argument), out),
        WriteLeaf::JsonString => write_json_string(&of_hex(argument), out),
        WriteLeaf::JsonBase64 => write_json_base64(&of_hex(argument), out),
        WriteLeaf::Spaces => write_spaces(number(argument), out),
        WriteLeaf::CString => write_c_string(&of_hex(argument), out),
        WriteLeaf::GeneralFloat64 => write_general_float64(bits(argument), out),
        WriteLeaf::GeneralFloat32 => write_general_float32(bits(argument), out),
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("an unsigned integer")
}

fn bits(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("bits in hexadecimal")
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".to_owned() } else { bytes.iter().map(|byte| format!("{byte:02x}")).collect() }
}

fn of_hex(text: &str) -> Vec<u8> {
    let digits = if text == "-" { "" } else { text };
    let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap_or_default());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap_or_default()).collect()
}
