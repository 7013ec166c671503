//! The example of CMake is built, and built again after changes of schemas.

mod folder;

use folder::root;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;
use tempfile::TempDir;

/// A copy of the example, whose schemas the test changes.
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
    let output = cmake(arguments, folder);
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

fn check(generator: &str) {
    let example = example();
    let folder = example.path();
    configure(generator, folder);
    build(folder, "all");
    let mut report = Command::new(folder.join("build/station")).stdout(Stdio::piped()).spawn().expect("the program");
    let mut alarm = Command::new(folder.join("build/alarm"));
    let output = alarm.stdin(report.stdout.take().expect("a pipe")).output().expect("the program");
    assert!(report.wait().expect("the program ends").success());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed, "{\"place\":{\"name\":\"Brocken\"},\"readings\":[{\"celsius\":31.0}]}\n");

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
fn options_and_the_folder_are_handed_on() {
    let example = example();
    let lists = example.path().join("CMakeLists.txt");
    let text = fs::read_to_string(&lists).expect("the lists");
    let more = "WIRES json\n  OUTPUT_DIR headers\n  OPTIONS --frames delimited";
    fs::write(&lists, text.replace("WIRES protobuf json", more)).expect("other lists");
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
    let lists = example.path().join("CMakeLists.txt");
    let text = fs::read_to_string(&lists).expect("the lists");
    let library = text.replace("add_library(messages INTERFACE)", "add_library(messages STATIC)");
    fs::write(&lists, library.replace("WIRES protobuf json", "WIRES protobuf json\n  OPTIONS --split"))
        .expect("other lists");
    configure("Unix Makefiles", example.path());
    build(example.path(), "all");
    let archive =
        Command::new("nm").args(["-C", "--defined-only", "build/libmessages.a"]).current_dir(example.path()).output();
    let symbols = String::from_utf8_lossy(&archive.expect("nm").stdout).into_owned();
    assert!(symbols.contains("polywire::json::decode("), "{symbols}");
    let report = Command::new(example.path().join("build/station")).output().expect("the program");
    assert!(report.status.success() && !report.stdout.is_empty());
}

#[test]
fn what_is_missing_is_said() {
    let example = example();
    let lists = example.path().join("CMakeLists.txt");
    let text = fs::read_to_string(&lists).expect("the lists");
    fs::write(&lists, text.replace("WIRES protobuf json", "WIRE protobuf json")).expect("wrong lists");
    let package = format!("-Dpolywire_DIR={}", root().join("cmake").display());
    let output = cmake(&["-S", ".", "-B", "build", &package, "-DPOLYWIRE_COMMAND=polywire"], example.path());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && errors.contains("polywire_generate: WIRES is missing"), "{errors}");
}

/// A folder as `make install` makes it: with the package, and with the headers if they are asked for.
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

/// The programs of the example, of a build that knows nothing but where Polywire is installed.
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

/// As `cargo install` leaves it, where only the package's own files were written besides.
#[test]
fn the_command_brings_the_headers() {
    let prefix = prefix(&[("cmake", "lib/cmake/polywire")]);
    let cache = check_installed(prefix.path());
    assert!(cache.contains("build/polywire-runtime\n"));
}

#[test]
fn fetch_content_takes_the_sources() {
    let example = example();
    let lists = example.path().join("CMakeLists.txt");
    let text = fs::read_to_string(&lists).expect("the lists");
    let found = text.lines().find(|line| line.starts_with("find_package")).expect("the package");
    let fetched = "include(FetchContent)\nFetchContent_Declare(polywire GIT_REPOSITORY file:///none)\n\
                   FetchContent_MakeAvailable(polywire)";
    fs::write(&lists, text.replace(found, fetched)).expect("other lists");
    let command = format!("-DPOLYWIRE_COMMAND={}", env!("CARGO_BIN_EXE_polywire"));
    let sources = format!("-DFETCHCONTENT_SOURCE_DIR_POLYWIRE={}", root().canonicalize().expect("the root").display());
    succeeds(&["-S", ".", "-B", "build", &command, &sources], example.path());
    build(example.path(), "station");
    assert!(Command::new(example.path().join("build/station")).output().expect("the program").status.success());
}

#[test]
fn a_package_without_its_command_says_so() {
    let example = example();
    let package = format!("-Dpolywire_DIR={}", root().join("cmake").display());
    let output = cmake(&["-S", ".", "-B", "build", &package, "-DPOLYWIRE_COMMAND="], example.path());
    let errors = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        !output.status.success() && errors.contains("there is no command polywire; set POLYWIRE_COMMAND to its path"),
        "{errors}"
    );
}
