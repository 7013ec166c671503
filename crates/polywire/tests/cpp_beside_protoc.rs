//! Generated C++ in programs that also use protoc's code for the same schema, and gRPC.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const DATA: &str = "crates/polywire/tests/data/beside_protoc";

/// One program: protoc's messages and services, Polywire's with the same names, and conversions where both are in one
/// translation unit.
#[test]
fn a_program_moves_message_by_message() {
    let folder = TempDir::new().expect("a folder");
    generate(&[], folder.path());
    protoc(&["--cpp_out", "--grpc_out"], folder.path());
    let mut sources: Vec<PathBuf> = ["main", "ours", "ours_first"].map(source).into();
    sources.extend(["ledger.pb.cc", "ledger.grpc.pb.cc"].map(|name| folder.path().join(name)));
    let objects: Vec<PathBuf> = (0..sources.len()).map(|index| folder.path().join(format!("{index}.o"))).collect();
    for (source, object) in sources.iter().zip(&objects) {
        succeeds(compiler(folder.path()).arg("-c").arg(source).arg("-o").arg(object));
    }
    let program = folder.path().join("program");
    let libraries = Command::new("pkg-config").args(["--libs", "grpc++", "protobuf"]).output().expect("pkg-config");
    let libraries = String::from_utf8(libraries.stdout).expect("text");
    let mut linker = Command::new("g++");
    succeeds(linker.args(&objects).arg("-o").arg(&program).args(libraries.split_whitespace()));
    succeeds(&mut Command::new(program));
}

/// An outer namespace for all types, and another one for one package: the types coexist with protoc's.
#[test]
fn types_are_in_the_chosen_namespaces() {
    let folder = TempDir::new().expect("a folder");
    generate(&["--namespace", "acme::wire", "--namespace", "ledger=acme::books"], folder.path());
    check_namespaces(folder.path());
}

#[test]
fn a_project_file_chooses_namespaces() {
    let folder = TempDir::new().expect("a folder");
    let schema = root().join(DATA).join("ledger.proto").canonicalize().expect("the schema");
    let project = format!(
        "schema = {schema:?}\nlang = \"cpp\"\nwire = \"protobuf\"\noutput = \".\"\n\
         namespace = [\"acme::wire\", \"ledger=acme::books\"]\n"
    );
    std::fs::write(folder.path().join("polywire.toml"), project).expect("a project file");
    succeeds(Command::new(env!("CARGO_BIN_EXE_polywire")).arg("gen").current_dir(folder.path()));
    check_namespaces(folder.path());
}

/// In `--polywire_opt`, since protoc ends the parameters of `--polywire_out` at the first colon.
#[test]
fn a_parameter_of_the_plugin_chooses_namespaces() {
    let folder = TempDir::new().expect("a folder");
    let mut command = Command::new("protoc");
    command.arg(format!("--plugin=protoc-gen-polywire={}", env!("CARGO_BIN_EXE_protoc-gen-polywire")));
    command.arg("--polywire_opt=lang=cpp,wire=protobuf,namespace=acme::wire+ledger=acme::books");
    command.arg(format!("--polywire_out={}", folder.path().display()));
    succeeds(command.arg("-I").arg(root().join(DATA)).arg("ledger.proto"));
    check_namespaces(folder.path());
}

/// Compiles a program that uses the types in these namespaces, and protoc's types of the same names.
fn check_namespaces(folder: &Path) {
    protoc(&["--cpp_out"], folder);
    succeeds(compiler(folder).arg("-fsyntax-only").arg(source("namespaced")));
}

/// Compiles the conversions of the guide, for the model in the guide.
#[test]
fn the_example_of_the_guide_compiles() {
    let folder = TempDir::new().expect("a folder");
    let guide = std::fs::read_to_string(root().join("docs/coming-from-protoc.md")).expect("the guide");
    let example = guide.split("```cpp\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let path = folder.path().join("example.cpp");
    std::fs::write(&path, example).expect("a source file");
    let schema = root().join("examples/trade/trade.proto");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    succeeds(command.args(["gen", "--lang", "cpp", "--wire", "protobuf", "-o"]).arg(folder.path()).arg(&schema));
    let mut command = Command::new("protoc");
    command.arg(format!("--cpp_out={}", folder.path().display())).arg("-I").arg(root().join("examples/trade"));
    succeeds(command.arg("trade.proto"));
    succeeds(compiler(folder.path()).arg("-fsyntax-only").arg(&path));
}

fn source(name: &str) -> PathBuf {
    root().join(DATA).join(format!("{name}.cpp"))
}

fn generate(options: &[&str], folder: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "cpp", "--wire", "protobuf"]).args(options).arg("-o").arg(folder);
    succeeds(command.arg(root().join(DATA).join("ledger.proto")));
}

fn protoc(outputs: &[&str], folder: &Path) {
    let mut command = Command::new("protoc");
    if outputs.contains(&"--grpc_out") {
        let plugin = Command::new("which").arg("grpc_cpp_plugin").output().expect("which");
        assert!(plugin.status.success(), "grpc_cpp_plugin is missing; scripts/setup installs it");
        command.arg(format!("--plugin=protoc-gen-grpc={}", String::from_utf8_lossy(&plugin.stdout).trim()));
    }
    command.args(outputs.iter().map(|output| format!("{output}={}", folder.display())));
    succeeds(command.arg("-I").arg(root().join(DATA)).arg("ledger.proto"));
}

fn compiler(folder: &Path) -> Command {
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++20", "-I", "runtime/cpp", "-I", DATA, "-I"]).arg(folder).current_dir(root());
    compiler
}

fn succeeds(command: &mut Command) {
    let Output { status, stderr, .. } = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}\n{}", String::from_utf8_lossy(&stderr));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
