//! The CMake example builds, and rebuilds after schema changes.

use crate::folder;
use crate::folder::root;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;
use tempfile::TempDir;

/// Copies the example, whose schemas the test changes.
fn example() -> TempDir {
    let target = TempDir::new().expect("a folder");
    for (name, contents) in folder::files_below(&root().join("examples/cmake")) {
        let path = target.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, contents).expect("a file");
    }
    target
}

fn cmake(arguments: &[&str], folder: &Path) -> Output {
    Command::new("cmake").current_dir(folder).args(arguments).output().expect("cmake, which scripts/setup installs")
}

fn succeeds(arguments: &[&str], folder: &Path) {
    check_output(&cmake(arguments, folder));
}

fn check_output(output: &Output) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    assert!(!text(&output.stderr).contains("Warning"), "{}", text(&output.stderr));
}

fn configure(generator: &str, folder: &Path) {
    let command = format!("-DPOLYWIRE_COMMAND={}", env!("CARGO_BIN_EXE_polywire"));
    let package = format!("-Dpolywire_DIR={}", root().join("cmake").display());
    succeeds(&["-G", generator, "-S", ".", "-B", "build", &command, &package], folder);
}

fn build(folder: &Path, target: &str) {
    succeeds(&["--build", "build", "--target", target], folder);
}

fn modified(folder: &Path, path: &str) -> SystemTime {
    fs::metadata(folder.join(path)).and_then(|data| data.modified()).expect("a time")
}

const STAMP: &str = "build/polywire/messages-1/stamp";
const HEADER: &str = "build/polywire/messages-1/include/common/place.hpp";

/// One program reads what the other writes.
fn check_programs(folder: &Path) {
    let mut report = Command::new(folder.join("build/station")).stdout(Stdio::piped()).spawn().expect("the program");
    let mut alarm = Command::new(folder.join("build/alarm"));
    let output = alarm.stdin(report.stdout.take().expect("a pipe")).output().expect("the program");
    assert!(report.wait().expect("the program ends").success());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed, "{\"place\":{\"name\":\"Brocken\"},\"readings\":[{\"celsius\":31.0}]}\n");
}

fn check(generator: &str) {
    let example = example();
    let folder = example.path();
    configure(generator, folder);
    build(folder, "all");
    check_programs(folder);

    let stamp = modified(folder, STAMP);
    build(folder, "all");
    assert_eq!(modified(folder, STAMP), stamp, "nothing changed, so nothing is generated");

    let (header, program) = (modified(folder, HEADER), modified(folder, "build/station"));
    let schema = folder.join("schemas/common/place.proto");
    let text = fs::read_to_string(&schema).expect("the imported schema");
    fs::write(&schema, format!("{text}\n")).expect("a longer schema");
    build(folder, "all");
    assert_ne!(modified(folder, STAMP), stamp, "an imported schema changed, so code is generated");
    assert_eq!(modified(folder, HEADER), header, "the header is the same");
    assert_eq!(modified(folder, "build/station"), program, "nothing is compiled");

    fs::write(&schema, text.replace("string name = 1;", "string name = 1;\n  double height = 2;")).expect("a field");
    build(folder, "station");
    assert!(fs::read_to_string(folder.join(HEADER)).expect("the header").contains("height"));
    assert_ne!(modified(folder, "build/station"), program, "the program is compiled");
}

#[test]
fn make_builds_the_example() {
    check("Unix Makefiles");
}

#[test]
fn ninja_builds_the_example() {
    match Command::new("ninja").arg("--version").output() {
        Ok(_) => check("Ninja"),
        Err(_) => polywire_oracles::absent("ninja", "scripts/setup"),
    }
}

#[test]
fn options_and_the_folder_are_passed_on() {
    let example = example();
    let more = "WIRES json\n  OUTPUT_DIR headers\n  OPTIONS --frames delimited";
    edit(&example, "CMakeLists.txt", &[("WIRES protobuf json", more)]);
    configure("Unix Makefiles", example.path());
    build(example.path(), "messages-polywire-1");
    let headers = folder::files_below(&example.path().join("build/headers"));
    let names: Vec<&str> = headers.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"frames.delimited.hpp") && names.contains(&"common/place.json.hpp"), "{names:?}");
    assert!(!names.iter().any(|name| name.contains("protobuf")), "{names:?}");
}

/// A library of messages that two programs share, whose codecs are compiled once.
#[test]
fn source_files_are_part_of_the_target() {
    let example = example();
    edit(
        &example,
        "CMakeLists.txt",
        &[
            ("add_library(messages INTERFACE)", "add_library(messages STATIC)"),
            ("WIRES protobuf json", "WIRES protobuf json\n  OPTIONS --split"),
        ],
    );
    configure("Unix Makefiles", example.path());
    build(example.path(), "all");
    let archive =
        Command::new("nm").args(["-C", "--defined-only", "build/libmessages.a"]).current_dir(example.path()).output();
    let symbols = String::from_utf8_lossy(&archive.expect("nm").stdout).into_owned();
    assert!(symbols.contains("polywire::json::decode("), "{symbols}");
    let report = Command::new(example.path().join("build/station")).output().expect("the program");
    assert!(report.status.success() && !report.stdout.is_empty());
}

/// The example's programs use the namespaces set by `NAMESPACE`: one for all types, and another for one package.
#[test]
fn types_are_in_the_chosen_namespaces() {
    let example = example();
    edit(
        &example,
        "CMakeLists.txt",
        &[("WIRES protobuf json", "WIRES protobuf json\n  NAMESPACE acme::wire weather=acme::sky")],
    );
    edit(&example, "station.cpp", &[("weather::Report", "acme::sky::Report")]);
    edit(
        &example,
        "alarm.cpp",
        &[
            ("weather::", "acme::sky::"),
            ("int main() {", "int main() {\n  acme::wire::common::Place place;\n  static_cast<void>(place);"),
        ],
    );
    configure("Unix Makefiles", example.path());
    build(example.path(), "all");
    check_programs(example.path());
}

/// Replaces texts in a file; each must occur.
fn edit(example: &TempDir, file: &str, edits: &[(&str, &str)]) {
    let path = example.path().join(file);
    let mut text = fs::read_to_string(&path).expect("a file");
    for (old, new) in edits {
        assert!(text.contains(old), "{file} has no {old}");
        text = text.replace(old, new);
    }
    fs::write(&path, text).expect("an edited file");
}

#[test]
fn missing_arguments_are_reported() {
    let example = example();
    edit(&example, "CMakeLists.txt", &[("WIRES protobuf json", "WIRE protobuf json")]);
    let package = format!("-Dpolywire_DIR={}", root().join("cmake").display());
    let output = cmake(&["-S", ".", "-B", "build", &package, "-DPOLYWIRE_COMMAND=polywire"], example.path());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && errors.contains("polywire_generate: WIRES is missing"), "{errors}");
}

/// Creates a folder like `make install` does: with the package, and with the headers if requested.
fn prefix(parts: &[(&str, &str)]) -> TempDir {
    let prefix = TempDir::new().expect("a folder");
    let command = Path::new(env!("CARGO_BIN_EXE_polywire"));
    fs::create_dir(prefix.path().join("bin")).expect("a folder");
    fs::hard_link(command, prefix.path().join("bin/polywire"))
        .or_else(|_| fs::copy(command, prefix.path().join("bin/polywire")).map(drop))
        .expect("the command");
    for (what, folder) in parts {
        let written = Command::new(command).args(["runtime", what, "-o"]).arg(prefix.path().join(folder)).status();
        assert!(written.expect("the command").success());
    }
    prefix
}

/// Builds and runs the example's programs, which know only the installation prefix.
fn check_installed(prefix: &Path) -> String {
    let example = example();
    let found = format!("-DCMAKE_PREFIX_PATH={}", prefix.display());
    succeeds(&["-S", ".", "-B", "build", &found], example.path());
    build(example.path(), "station");
    assert!(Command::new(example.path().join("build/station")).output().expect("the program").status.success());
    fs::read_to_string(example.path().join("build/CMakeCache.txt")).expect("the cache")
}

#[test]
fn the_installed_package_is_found() {
    let prefix = prefix(&[("cmake", "lib/cmake/polywire"), ("cpp", "include")]);
    let cache = check_installed(prefix.path());
    for (variable, path) in [("POLYWIRE_COMMAND", "bin/polywire"), ("POLYWIRE_RUNTIME_DIR", "include")] {
        let line = cache.lines().find(|line| line.starts_with(&format!("{variable}:"))).expect("a variable");
        assert!(Path::new(line.split('=').nth(1).expect("a value")).ends_with(path), "{line}");
    }
}

/// Like after `cargo install`, with only the package's own files added.
#[test]
fn the_command_brings_the_headers() {
    let prefix = prefix(&[("cmake", "lib/cmake/polywire")]);
    let cache = check_installed(prefix.path());
    assert!(cache.contains("build/polywire-runtime\n"));
}

/// Returns the example, changed to use this project's sources by FetchContent.
fn fetching_example() -> TempDir {
    let example = example();
    let found = "find_package(polywire REQUIRED HINTS ${CMAKE_CURRENT_SOURCE_DIR}/../../cmake)";
    let fetched = "include(FetchContent)\nFetchContent_Declare(polywire GIT_REPOSITORY file:///none)\n\
                   FetchContent_MakeAvailable(polywire)";
    edit(&example, "CMakeLists.txt", &[(found, fetched)]);
    example
}

fn fetched_sources() -> String {
    format!("-DFETCHCONTENT_SOURCE_DIR_POLYWIRE={}", root().canonicalize().expect("the root").display())
}

#[test]
fn fetch_content_builds_from_sources() {
    let example = fetching_example();
    let command = format!("-DPOLYWIRE_COMMAND={}", env!("CARGO_BIN_EXE_polywire"));
    succeeds(&["-S", ".", "-B", "build", &command, &fetched_sources()], example.path());
    build(example.path(), "all");
    check_programs(example.path());
}

/// Without an installed command, cargo builds it in release mode.
#[test]
fn fetch_content_builds_the_command() {
    if std::env::var_os("POLYWIRE_FULL").is_none() {
        return;
    }
    let example = fetching_example();
    let path = std::env::var_os("PATH").expect("folders of programs");
    let without = std::env::split_paths(&path).filter(|folder| !folder.join("polywire").exists());
    let mut command = Command::new("cmake");
    command.env("PATH", std::env::join_paths(without).expect("folders")).current_dir(example.path());
    command.args(["-S", ".", "-B", "build", "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF", &fetched_sources()]);
    check_output(&command.output().expect("cmake"));
    let built = example.path().join("build/_deps/polywire-build/target/release/polywire");
    let cache = fs::read_to_string(example.path().join("build/CMakeCache.txt")).expect("the cache");
    assert!(cache.contains(&format!("POLYWIRE_COMMAND:FILEPATH={}\n", built.display())), "{cache}");
    build(example.path(), "all");
    check_programs(example.path());
}

#[test]
fn a_package_without_its_command_reports_it() {
    let example = example();
    let package = format!("-Dpolywire_DIR={}", root().join("cmake").display());
    let output = cmake(&["-S", ".", "-B", "build", &package, "-DPOLYWIRE_COMMAND="], example.path());
    let errors = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        !output.status.success() && errors.contains("there is no command polywire; set POLYWIRE_COMMAND to its path"),
        "{errors}"
    );
}
