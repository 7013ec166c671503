//! Object files: what is left out, and files that are damaged.

use polywire_front::c::{Compilation, compile_object};
use polywire_source::Diagnostics;
use std::path::Path;
use std::process::Command;

const UNIT: &str = "
enum mood { CALM = -1, WILD = 200 };
typedef struct { short x, y[2][3]; } point;
struct node { struct node *next; int value; };
struct holder { point first; struct node node; };
struct message {
    unsigned long long id;
    char name[8];
    enum mood mood;
    unsigned low : 3, high : 7;
    point points[2];
    union { int number; float ratio; } either;
    struct { _Bool deep; };
    unsigned char rest[];
};
";

/// Returns the object file of a unit with a name of its own; `None` if there is no compiler.
fn object(name: &str, unit: &str, flags: &[&str]) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, object) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.o")));
    std::fs::write(&source, unit).expect("a file");
    let mut command = Command::new("gcc");
    command.args(["-g", "-c", "-fno-eliminate-unused-debug-types"]).args(flags).arg(&source).arg("-o").arg(&object);
    let Ok(output) = command.output() else {
        polywire_oracles::absent("gcc", "apt-get install gcc");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(std::fs::read(&object).expect("the object file"))
}

fn compile(bytes: &[u8]) -> (Option<Compilation>, Vec<String>) {
    let mut diagnostics = Diagnostics::default();
    let compiled = compile_object("unit.o", bytes, &mut diagnostics);
    (compiled, diagnostics.into_sorted().into_iter().map(|it| it.message).collect())
}

#[test]
fn structs_with_pointers_are_left_out() {
    let Some(bytes) = object("left_out", UNIT, &[]) else { return };
    let (compiled, messages) = compile(&bytes);
    let model = compiled.expect("a schema").model;
    let names: Vec<String> = model.decls.iter().map(polywire_model::Decl::path).collect();
    assert!(names.contains(&"message".to_owned()) && names.contains(&"point".to_owned()), "{names:?}");
    assert!(!names.iter().any(|it| it == "node" || it == "holder"), "{names:?}");
    let pointer = "`next` is a pointer, which means nothing outside of its process";
    assert!(messages.contains(&format!("the struct `node` is left out: {pointer}")), "{messages:?}");
    assert!(messages.contains(&format!("the struct `holder` is left out: in `node`, {pointer}")), "{messages:?}");
}

#[test]
fn a_file_without_structs_is_an_error() {
    let Some(bytes) = object("pointer", "struct node { struct node *next; };", &[]) else { return };
    assert!(compile(&bytes).0.is_none());
    let Some(bytes) = object("plain", "struct data { int x; };", &["-g0"]) else { return };
    let (compiled, messages) = compile(&bytes);
    assert!(compiled.is_none());
    assert_eq!(messages, ["the file describes no struct of C"]);
    assert!(compile(b"no object").0.is_none());
}

#[test]
fn split_debugging_information_is_in_another_file() {
    for version in ["-gdwarf-4", "-gdwarf-5"] {
        let Some(bytes) = object("split", UNIT, &["-gsplit-dwarf", version]) else { return };
        let (compiled, messages) = compile(&bytes);
        assert!(compiled.is_none());
        assert!(
            matches!(&*messages, [it] if it.contains("is in other files: ") && it.ends_with("split.dwo")),
            "{messages:?}"
        );
        let split = std::fs::read(Path::new(env!("CARGO_TARGET_TMPDIR")).join("split.dwo")).expect("the other file");
        let Some(whole) = object("whole", UNIT, &[version]) else { return };
        let [split, whole] = [split, whole].map(|it| compile(&it).0.expect("a schema").model);
        assert_eq!(format!("{:?}", split.decls), format!("{:?}", whole.decls), "{version}");
    }
}

#[test]
fn damaged_files_are_no_crash() {
    let Some(bytes) = object("damaged", UNIT, &[]) else { return };
    for at in (0..bytes.len()).step_by(7) {
        compile(&bytes[..at]);
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        compile(&damaged);
    }
}
