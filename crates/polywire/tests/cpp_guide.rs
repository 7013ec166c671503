//! The examples in the guide to generated C++ compile, and the programs in it run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the C++ code blocks of the guide.
fn blocks() -> Vec<String> {
    let guide = fs::read_to_string(root().join("docs/cpp.md")).expect("the guide");
    let blocks = guide.split("```cpp\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.map(str::to_owned).collect()
}

fn generated() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args([
        "gen",
        "--lang",
        "cpp",
        "--wire",
        "protobuf,json,capnp",
        "--borrowed",
        "--views",
        "--describe",
        "--select",
        "quote=trade.Account:id,orders.price",
        "--frames",
        "json_elements",
        "--explain",
    ]);
    let status = command.current_dir(root()).arg("examples/trade/trade.proto").arg("-o").arg(folder.path()).status();
    assert!(status.expect("the command").success());
    folder
}

fn compiler(folder: &Path, source: &str) -> Command {
    let path = folder.join("example.cpp");
    fs::write(&path, source).expect("a source file");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++20", "-I", "runtime/cpp", "-I"]).arg(folder).arg(path).current_dir(root());
    compiler
}

#[test]
fn the_programs_of_the_guide_run() {
    let folder = generated();
    let programs: Vec<String> = blocks().into_iter().filter(|block| block.contains("int main()")).collect();
    assert_eq!(programs.len(), 5);
    for program in programs {
        let target = folder.path().join("program");
        assert!(compiler(folder.path(), &program).arg("-o").arg(&target).status().expect("g++").success());
        let output = Command::new(target).output().expect("the program");
        assert!(output.status.success(), "{program}");
        let printed: Vec<&str> = program.lines().filter_map(|line| line.trim().strip_prefix("// prints ")).collect();
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().collect::<Vec<_>>(), printed);
    }
}

/// Wraps statements of the guide in a function that declares the names they use.
#[test]
fn the_statements_of_the_guide_compile() {
    let folder = generated();
    let formats = ["json", "protobuf"].map(|format| {
        let ends = ["", ".validate", ".size"];
        ends.map(|end| format!("#include \"trade.{format}{end}.hpp\"\n")).concat()
    });
    let others =
        ["trade.capnp.checked.hpp", "trade.protobuf_quote.hpp", "frames.json_elements.hpp", "polywire/chunks.hpp"];
    let mut source = formats.concat() + &others.map(|header| format!("#include \"{header}\"\n")).concat();
    let statements: Vec<String> = blocks().into_iter().filter(|block| !block.contains("#include")).collect();
    assert!(statements.len() > 3);
    for (number, block) in statements.iter().enumerate() {
        let head =
            format!("polywire::error example_{number}(trade::Order& order, std::span<const std::uint8_t> input)");
        source += &format!("{head} {{\n{block}  return {{}};\n}}\n");
    }
    assert!(compiler(folder.path(), &source).arg("-fsyntax-only").status().expect("g++").success());
}
