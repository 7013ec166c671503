//! Object files of the headers of tests/corpus/raw: their debugging information leads to the layouts and bytes of the headers.

use super::compilers::{COMPILERS, Compiler};
use super::corpus::{codec, folder, headers, line};
use crate::support::{digits_of, hex};
use polywire_model::Model;
use polywire_model::c::layout::{Layout, Layouts, Placed};
use polywire_model::c::{Abi, CItem, CRecord, abi};
use polywire_test_models::make::{of_c, of_object};

/// Headers that are compiled for all ABIs.
const EVERYWHERE: [&str; 3] = ["bitfields/mixed-types", "bitfields/packed", "bitfields/signed"];

/// Versions of DWARF that state bit-fields in different ways.
const VERSIONS: [&str; 2] = ["-gdwarf-3", "-gdwarf-5"];

/// Clang's objects for Windows do not tell that they follow Microsoft's rules.
const NOT_TOLD: &str = "x86_64-msvc";

/// Returns the size of a struct, and the places of its members.
fn places(model: &Model, root: &str, abi: &'static Abi) -> Result<String, String> {
    let layouts = Layouts::new(model, abi);
    let id = model.find(root).ok_or("no struct")?;
    let layout = layouts.of(id).map_err(|error| format!("{error:?}"))?;
    let record = layouts.record(id).ok_or("no record")?;
    Ok(format!("{}{}", layout.size, items(record, &layout, 0)))
}

fn items(record: &CRecord, layout: &Layout, from: u64) -> String {
    let item = |(item, placed): (&CItem, &Placed)| {
        let start = from + placed.start;
        match (item, &placed.inner) {
            (CItem::Anonymous(inner), Some(layout)) => items(inner, layout, start),
            (CItem::Member(it) | CItem::Teller(it), _) => {
                format!(", {} {start} {}", it.name, placed.bits.map_or(placed.shape.size * 8, u64::from))
            }
            (CItem::Padding { .. } | CItem::Anonymous(_), _) => String::new(),
        }
    };
    record.items.iter().zip(&layout.items).map(item).collect()
}

/// Compares what an object file and its header say; returns the number of values that have the same bytes.
fn compare(compiler: &Compiler, name: &str, (root, header): (&str, &Model), object: &[u8]) -> Result<usize, String> {
    let model = of_object(object)?;
    let own = model.options.memory.abi;
    let expected = places(header, root, abi(compiler.abi).expect("an ABI"))?;
    let found = places(&model, root, own)?;
    if found != expected {
        return Err(format!("{found}\n  not {expected}"));
    }
    let Some(of_object) = codec(&model, root, own) else { return Ok(0) };
    let values = std::fs::read_to_string(folder().join(format!("{name}.values.jsonl"))).expect("values");
    let mut same = 0;
    for digits in values.lines().filter_map(|text| line(text).1.remove(compiler.abi)) {
        match of_object.again(&hex(&digits)).map(|bytes| digits_of(&bytes)) {
            Ok(again) if again == digits => same += 1,
            again => return Err(format!("{again:?}, not {digits}")),
        }
    }
    Ok(same)
}

#[test]
fn objects_have_the_layouts_of_their_headers() {
    let temporary = tempfile::tempdir().expect("a folder");
    let (mut wrong, mut same) = (Vec::new(), 0);
    for name in headers() {
        let text = std::fs::read_to_string(folder().join(format!("{name}.h"))).expect("a header");
        let root = text.lines().next().unwrap_or_default().replace("/* root: struct ", "").replace(" */", "");
        let Some(header) = of_c(text.as_bytes()).filter(|model| model.find(&root).is_some()) else { continue };
        for compiler in COMPILERS.iter().filter(|it| it.abi != NOT_TOLD) {
            if compiler.abi != "x86_64-sysv" && !EVERYWHERE.contains(&name.as_str()) {
                continue;
            }
            for version in VERSIONS {
                let flags = ["-g", version, "-fno-eliminate-unused-debug-types"];
                let Some(object) = compiler.object_with(temporary.path(), &text, &flags) else { continue };
                match compare(compiler, &name, (&root, &header), &object) {
                    Ok(count) => same += count,
                    Err(error) => wrong.push(format!("{name} {} {version}: {error}", compiler.abi)),
                }
            }
        }
    }
    println!("{same} values have the same bytes");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
