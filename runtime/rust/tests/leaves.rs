//! Tests the leaves with their vectors, which other engines use too.

use polywire_runtime::ErrorCode;
use polywire_runtime::leaf::*;
use polywire_runtime::write::put_leaf;

const READ: &str = include_str!("../../../tests/leaves/read.tsv");
const WRITE: &str = include_str!("../../../tests/leaves/write.tsv");
const PURE: &str = include_str!("../../../tests/leaves/pure.tsv");

#[test]
fn reading_leaves() {
    check_all(READ, |leaf, input| {
        let bytes = of_hex(input);
        let mut cursor = Cursor::new(&bytes);
        match read(leaf, &mut cursor) {
            Ok(result) if result.is_empty() => format!("ok {}", cursor.pos),
            Ok(result) => format!("ok {} {result}", cursor.pos),
            Err(code) => format!("error {}", code.name()),
        }
    });
}

#[test]
fn writing_leaves() {
    check_all(WRITE, |leaf, argument| {
        let mut out = Vec::new();
        write(leaf, argument, &mut out);
        hex(&out)
    });
}

/// With and without room after the output.
#[test]
fn leaves_that_write_into_slices() {
    for slack in [0, 64] {
        check_all(WRITE, |leaf, argument| {
            let mut whole = Vec::new();
            write(leaf, argument, &mut whole);
            let mut out = vec![0xee; 5 + whole.len() + slack];
            let end = put_leaf(&mut out, 5, |out| write(leaf, argument, out));
            hex(&out[5..end])
        });
    }
}

#[test]
fn pure_leaves() {
    check_all(PURE, |leaf, argument| match leaf {
        "varint_size" => varint_size(number(argument)).to_string(),
        "utf8_valid" => utf8_valid(&of_hex(argument)).to_string(),
        "is_ascii" => is_ascii(&of_hex(argument)).to_string(),
        "until_nul" => hex(until_nul(&of_hex(argument))),
        "decimal_float64" => format!("{:016x}", decimal_float64(&of_hex(argument))),
        "decimal_float32" => format!("{:08x}", decimal_float32(&of_hex(argument))),
        _ => panic!("{leaf} is not tested"),
    });
}

fn check_all(vectors: &str, run: impl Fn(&str, &str) -> String) {
    for line in vectors.lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let input = String::from_utf8_lossy(&of_hex(row[1])).into_owned();
        assert_eq!(run(row[0], row[1]), row[2], "{} of {} ({input})", row[0], row[1]);
    }
}

fn read(leaf: &str, cursor: &mut Cursor<'_>) -> Result<String, ErrorCode> {
    match leaf {
        "varint" => read_varint(cursor).map(|value| value.to_string()),
        "short_varint" => read_short_varint(cursor).map(|value| value.to_string()),
        "json_space" => {
            skip_json_space(cursor);
            Ok(String::new())
        }
        "json_string" => read_json_string(cursor).map(|text| hex(&text)),
        "json_int" => read_json_int(cursor).map(|value| value.to_string()),
        "json_uint" => read_json_uint(cursor).map(|value| value.to_string()),
        "json_float64" => read_json_float64(cursor).map(|bits| format!("{bits:016x}")),
        "json_float32" => read_json_float32(cursor).map(|bits| format!("{bits:08x}")),
        "json_bool" => read_json_bool(cursor).map(|value| value.to_string()),
        "json_skip_number" => skip_json_number(cursor).map(|()| String::new()),
        "json_base64" => read_json_base64(cursor).map(|bytes| hex(&bytes)),
        _ => panic!("{leaf} is not tested"),
    }
}

fn write(leaf: &str, argument: &str, out: &mut impl Output) {
    match leaf {
        "varint" => write_varint(number(argument), out),
        "decimal_int" => write_decimal_int(argument.parse().expect("an integer"), out),
        "decimal_uint" => write_decimal_uint(number(argument), out),
        "json_float64" => write_json_float64(bits(argument), out),
        "json_float32" => write_json_float32(bits(argument), out),
        "json_string" => write_json_string(&of_hex(argument), out),
        "json_base64" => write_json_base64(&of_hex(argument), out),
        "spaces" => write_spaces(number(argument), out),
        "c_string" => write_c_string(&of_hex(argument), out),
        "general_float64" => write_general_float64(bits(argument), out),
        "general_float32" => write_general_float32(bits(argument), out),
        _ => panic!("{leaf} is not tested"),
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
