//! Schema names with another meaning in C++: macros of included headers, `std` and `polywire`.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const STANDARD_HEADERS: &str = "algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv \
    chrono cinttypes climits clocale cmath codecvt compare complex complex.h concepts condition_variable coroutine csetjmp csignal \
    cstdarg cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution fenv.h filesystem \
    forward_list fstream functional future initializer_list inttypes.h iomanip ios iosfwd iostream istream iterator latch limits \
    list locale map math.h memory memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex \
    scoped_allocator semaphore set setjmp.h shared_mutex signal.h source_location span sstream stack stdexcept stdio.h stdlib.h \
    stop_token streambuf string string.h string_view syncstream system_error tgmath.h thread time.h tuple type_traits typeindex \
    typeinfo uchar.h unordered_map unordered_set utility valarray variant vector version wchar.h wctype.h";

/// Uses every macro of the standard headers as the name of an enumerator, a member and a type.
#[test]
fn macros_of_the_standard_headers_can_be_names() {
    let folder = TempDir::new().expect("a folder");
    let headers = includes(STANDARD_HEADERS.split_whitespace());
    let compilers = [("g++", "-std=gnu++20"), ("g++", "-std=c++20"), ("clang++", "-std=gnu++20")];
    let names: BTreeSet<String> =
        compilers.iter().flat_map(|compiler| macros(folder.path(), &headers, *compiler)).collect();
    assert!(
        ["NAN", "INFINITY", "ERANGE", "INT_MAX", "linux", "unix", "assert"].iter().all(|name| names.contains(*name))
    );
    generate(&schema("p", &names), folder.path());
    compiles(folder.path(), &headers, &["names.protobuf.hpp"], compilers[0]);
    for compiler in compilers {
        compiles(folder.path(), &headers, &["names.describe.hpp"], compiler);
    }
}

/// Uses macros of windows.h (from a list) that expand to unexpected text.
#[test]
fn macros_of_windows_are_names() {
    let folder = TempDir::new().expect("a folder");
    let list = fs::read_to_string(root().join("crates/backend/src/cpp/macros/windows.txt")).expect("the list");
    let names: BTreeSet<String> = list.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert!(["ERROR", "DELETE", "NO_ERROR", "small", "interface"].iter().all(|name| names.contains(*name)));
    generate(&schema("p", &names), folder.path());
    let headers = includes(STANDARD_HEADERS.split_whitespace());
    let defined: String = names.iter().map(|name| format!("#undef {name}\n#define {name} ) 0 macro\n")).collect();
    // Programs that include windows.h often define these too.
    let functions = "#define min(a, b) ((a) < (b) ? (a) : (b))\n#define max(a, b) ((a) > (b) ? (a) : (b))\n";
    compiles(folder.path(), &format!("{headers}{defined}{functions}"), ALL, ("g++", "-std=c++20"));
}

/// Uses names of the generated code itself for packages and messages, top-level and nested.
#[test]
fn packages_and_messages_are_named_like_libraries() {
    for package in ["std", "polywire", "a.std", "a.polywire.protobuf", "posix", "linux", ""] {
        let folder = TempDir::new().expect("a folder");
        let own = ["std", "polywire", "polywire_types", "string", "error", "int64_t", "vector"];
        generate(&schema(package, &own.map(str::to_owned).into()), folder.path());
        compiles(folder.path(), "", ALL, ("g++", "-std=c++20"));
    }
}

/// Uses names of parameters in generated code for the types that these functions are about.
#[test]
fn types_are_named_like_parameters() {
    let folder = TempDir::new().expect("a folder");
    let sets = ["flags", "left", "right"].map(|name| format!("enum {name} : ubyte (bit_flags) {{ one, two }}\n"));
    let text = format!("namespace p;\n{}table Same {{ set: flags; other: left; last: right; }}\n", sets.concat());
    fs::write(folder.path().join("sets.fbs"), text).expect("a schema");
    let text = "syntax = \"proto3\"; package q; message Same { map<string, Same> all = 1; }";
    fs::write(folder.path().join("same.proto"), text).expect("a schema");
    for name in ["sets.fbs", "same.proto"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.args(["gen", "--lang", "cpp", "--wire", "json", "-o"]).arg(folder.path());
        succeeds(command.arg(folder.path().join(name)));
    }
    compiles(folder.path(), "", &["sets.json.hpp", "same.json.hpp"], ("g++", "-std=c++20"));
}

/// Returns a schema that uses these names for enumerators, members, cases of a oneof and, if short, messages.
fn schema(package: &str, names: &BTreeSet<String>) -> String {
    let mut schema = "syntax = \"proto2\";\n".to_owned();
    if !package.is_empty() {
        schema += &format!("package {package};\n");
    }
    for (index, some) in groups(names).iter().enumerate() {
        let each = |before: &str, first: usize| -> String {
            some.iter().enumerate().map(|(it, name)| format!("    {before}{name} = {};\n", it + first)).collect()
        };
        let default = some[0];
        schema += &format!("message Holder{index} {{\n  enum Kind {{\n{}  }}\n", each("", 0));
        schema += &format!("  optional Kind kind = 1 [default = {default}];\n  repeated Kind kinds = 2;\n}}\n");
        schema += &format!("message Members{index} {{\n{}}}\n", each("optional int32 ", 1));
        schema += &format!("message Cases{index} {{\n  oneof one {{\n{}  }}\n}}\n", each("int32 ", 1));
    }
    for name in names.iter().filter(|name| names.len() < 10 || name.len() < 6) {
        schema += &format!("message {name} {{\n  optional {name} {name} = 1;\n  optional string text = 2;\n}}\n");
    }
    schema
}

/// Returns groups of up to a hundred names that differ in more than case and underscores.
fn groups(names: &BTreeSet<String>) -> Vec<Vec<&str>> {
    let mut groups: Vec<(HashSet<String>, Vec<&str>)> = Vec::new();
    for name in names {
        let key = name.to_lowercase().replace('_', "");
        let fits = |(keys, some): &&mut (HashSet<String>, Vec<&str>)| some.len() < 100 && !keys.contains(&key);
        match groups.iter_mut().find(fits) {
            Some((keys, some)) => {
                keys.insert(key);
                some.push(name);
            }
            None => groups.push((HashSet::from([key]), vec![name])),
        }
    }
    groups.into_iter().map(|(_, some)| some).collect()
}

fn generate(schema: &str, folder: &Path) {
    let path = folder.join("names.proto");
    fs::write(&path, schema).expect("a schema");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "cpp", "--wire", "protobuf", "--describe", "-o"]).arg(folder);
    succeeds(command.arg(&path));
}

fn includes<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().map(|name| format!("#if __has_include(<{name}>)\n#include <{name}>\n#endif\n")).collect()
}

/// Returns the macros predefined by a compiler or defined by headers.
fn macros(folder: &Path, headers: &str, (compiler, standard): (&str, &str)) -> Vec<String> {
    let path = folder.join("macros.cpp");
    fs::write(&path, headers).expect("a source file");
    let defined = succeeds(Command::new(compiler).args([standard, "-dM", "-E"]).arg(&path));
    let names = defined.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next());
    // All names reserved for the compiler would make a schema of thousands of members; one of each form is enough.
    let few = |name: &&str| !name.starts_with('_') || ["__linux__", "_GNU_SOURCE", "__cplusplus"].contains(name);
    names.filter(few).map(str::to_owned).collect()
}

const ALL: &[&str] = &["names.protobuf.hpp", "names.describe.hpp"];

/// Compiles generated headers after these lines.
fn compiles(folder: &Path, before: &str, headers: &[&str], (compiler, standard): (&str, &str)) {
    let path = folder.join("user.cpp");
    let headers: String = headers.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    fs::write(&path, format!("{before}{headers}")).expect("a source file");
    let mut command = Command::new(compiler);
    command.args([standard, "-Wno-deprecated", "-fsyntax-only", "-I", "runtime/cpp", "-I"]).arg(folder).arg(&path);
    succeeds(command.current_dir(root()));
}

fn succeeds(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{}", stderr.chars().take(4000).collect::<String>());
    String::from_utf8_lossy(&stdout).into_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
