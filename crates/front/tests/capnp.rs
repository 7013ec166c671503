//! Compares the schemas of `tests/capnp` with the output of the official compiler.

use polywire_front::capnp::nodes::{FieldKind, Node, NodeKind, Nodes, Object, Value};
use polywire_front::{LoadError, LoadedFile, capnp};
use polywire_model::{DeclKind, Literal, Model, NamedConstant};
use polywire_source::{Diagnostics, Severity, SourceMap, Span, Style, render};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn nodes_equal_those_of_the_official_compiler() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for path in files(&folder(), "capnp") {
        let request = path.with_extension("cgr.bin");
        let compiled = compile_file(&path).unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
        let Ok(bytes) = fs::read(request) else { continue };
        compared += compare(&compiled, &bytes, &path.display().to_string(), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn verdicts_equal_those_of_the_official_compiler() {
    let text = fs::read_to_string(folder().join("own.cases")).expect("the cases");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capnp");
    fs::create_dir_all(&scratch).expect("a folder");
    let mut wrong = Vec::new();
    for case in text.split("=== ").skip(1) {
        let (verdict, schema) = case.split_once('\n').expect("a verdict");
        fs::write(scratch.join("t.capnp"), schema).expect("writing a case");
        let compiled = compile_text(schema);
        if compiled.is_ok() != (verdict == "accept") {
            wrong.push(format!("{verdict}: {schema}{}", compiled.err().unwrap_or_default()));
        } else if let (Ok(nodes), Some(request)) = (&compiled, ask(&scratch.join("t.capnp"))) {
            let request = request.unwrap_or_else(|errors| panic!("{schema}{errors}"));
            compare(nodes, &request, schema, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// In the order of the official compiler's own test. Each line in its error messages must be the place of an error, or
/// of a label, reported here.
#[test]
fn errors_equal_those_of_the_official_compiler() {
    let data = folder().join("upstream/capnproto/c++/src/capnp/testdata");
    for name in ["errors", "errors2", "no-file-id"] {
        let errors = compile_file(&data.join(format!("{name}.capnp.nobuild"))).expect_err(name);
        let expected = fs::read_to_string(data.join(format!("{name}.txt"))).unwrap_or_default();
        for line in expected.lines().filter_map(|line| line.split(':').nth(1)) {
            let is_shown = |shown: &str| shown.trim_start().split(" |").next() == Some(line);
            assert!(errors.lines().any(is_shown), "{name}: line {line}");
        }
    }
}

/// The printed form of each schema compiles to the same nodes, here and in the official compiler.
#[test]
fn printed_schemas_are_the_same() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capnp-printed");
    fs::create_dir_all(&scratch).expect("a folder");
    let (mut wrong, mut lost) = (Vec::new(), Vec::new());
    for path in files(&folder(), "capnp") {
        let nodes = compile_file(&path).unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
        let file = nodes.files.iter().find(|file| file.is_requested).expect("a file");
        let printed = capnp::print_capnp(&nodes, file);
        lost.extend(printed.lost.clone());
        let name = path.display().to_string();
        let loader = |other: &str| match other == name {
            true => Ok(LoadedFile { name: name.clone(), bytes: printed.text.clone().into() }),
            false => read(Path::new(other)).or_else(|_| standard(other)),
        };
        let again = compile(&name, &loader).unwrap_or_else(|errors| panic!("{errors}\n{}", printed.text));
        let path_of = |node: &Node| node.display_name.split(':').next().map(str::to_owned);
        for (id, node) in nodes.nodes.iter().filter(|(_, node)| path_of(node).as_deref() == Some(name.as_str())) {
            let (own, again) = (comparable(node), again.nodes.get(id).map(comparable));
            let Some(again) = again else { panic!("{name}: {} is not printed", node.display_name) };
            if own != again {
                wrong.push(format!("{name}: {}\n{}", node.display_name, difference(&own, &again)));
            }
        }
        assert_eq!(capnp::print_capnp(&nodes, file), printed);
        let copy = scratch.join(path.strip_prefix(folder()).expect("a path below"));
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        fs::write(copy, &printed.text).expect("writing");
    }
    wrong.retain(|it| !it.contains(":anyPointerConstants\n"));
    for path in files(&scratch, "capnp") {
        let original = folder().join(path.strip_prefix(&scratch).expect("a path below"));
        let nodes = compile_file(&original).unwrap_or_else(|errors| panic!("{errors}"));
        // Schemas without a recorded request use newer syntax, or import a schema that does.
        match ask(&path).filter(|_| original.with_extension("cgr.bin").exists()) {
            Some(Ok(request)) => {
                compare(&nodes, &request, &path.display().to_string(), &mut wrong);
            }
            Some(Err(errors)) => wrong.push(errors),
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let kinds = ["anyKindAsStruct", "anyStructAsStruct", "anyKindAsList", "anyListAsList"];
    assert_eq!(lost, kinds.map(|name| format!("the value of `{name}`")));
}

/// A generic struct can be bound to a type of a file that imports the struct's. The binding is then declared in the
/// importing file.
#[test]
fn bindings_are_in_a_file_with_their_dependencies() {
    let files = [
        (
            "main.capnp",
            "@0xf2f1f1f1f1f1f1f1; using B = import \"base.capnp\"; using O = import \"other.capnp\";
          struct S { own @0 :B.Box(S); point @1 :B.Box(B.Point); other @2 :B.Box(O.Other); }",
        ),
        (
            "base.capnp",
            "@0xf1f1f1f1f1f1f1f1; struct Box(T) { value @0 :T; union { a @1 :Void; b @2 :T; } } struct Point {}",
        ),
        ("other.capnp", "@0xf3f1f1f1f1f1f1f1; struct Other {}"),
    ];
    let loader = |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: path.to_owned(), bytes: found.1.into() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(&["main.capnp"], &loader, &mut sources, &mut diagnostics).expect("a model");
    let found: Vec<String> = compiled.model.decls.iter().map(|it| format!("{} {}", it.file, it.path())).collect();
    let expected = [
        "base.capnp Point",
        "other.capnp Other",
        "main.capnp S",
        "main.capnp Box_S",
        "base.capnp Box_Point",
        "main.capnp Box_Other",
        "main.capnp Box_S.Which",
        "base.capnp Box_Point.Which",
        "main.capnp Box_Other.Which",
    ];
    assert_eq!(found, expected);
}

/// Malicious schemas must give errors, in time and memory that grow linearly with the schema's size.
#[test]
fn expensive_schemas_are_refused() {
    let numbered = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let doubled = |it: usize| match it {
        0 => "struct P(T, U) {} using A0 = Text;".to_owned(),
        _ => format!("using A{it} = P(A{0}, A{0});", it - 1),
    };
    let multiplied = |it: usize| match it {
        0 => "const c0 :List(Text) = [\"a\", \"b\"]; struct S { l @0 :List(List(Text)); n @1 :List(S); }".to_owned(),
        1 => "const c1 :S = (l = [.c0, .c0, .c0, .c0, .c0, .c0, .c0, .c0]);".to_owned(),
        _ => format!("const c{it} :S = (n = [.c{0}, .c{0}, .c{0}, .c{0}, .c{0}, .c{0}, .c{0}, .c{0}]);", it - 1),
    };
    let cases = [
        ("too-deep", "struct A {".repeat(50_000)),
        ("too-deep", "const a :Int8 = ".to_owned() + &"[".repeat(50_000)),
        ("too-deep", numbered(5_000, &|it| format!("const c{it} :Int8 = .c{};", it + 1))),
        ("cycle", numbered(5_000, &|it| format!("using A{it} = A{};", it + 1)) + "struct B { x @0 :A0; }"),
        ("too-large", numbered(60, &doubled) + "struct B { x @0 :A59; }"),
        ("too-large", numbered(30, &multiplied)),
        ("unknown-name", numbered(20_000, &|it| format!("struct M{it} {{ f @0 :N{it}; }}"))),
        ("syntax", "struct struct ; } { ".repeat(5_000)),
        ("stray-character", "\0".repeat(100_000)),
    ];
    for (code, schema) in cases {
        let errors = compile_text(&format!("@0xabcdabcdabcdabcd;\n{schema}")).expect_err(code);
        assert!(errors.contains(&format!("error[{code}]")), "{code}: {}", &errors[..errors.len().min(300)]);
    }
    let groups = |it: usize| format!("g{it} :group {{ f @{} :Bool; h @{} :UInt16; }}", 2 * it, 2 * it + 1);
    let cases = [
        numbered(20_000, &|it| format!("struct M{it} {{ f @0 :M{}; }}", it * 7 % 20_000)),
        ["struct A { union {", &numbered(20_000, &groups), "}}"].concat(),
        [
            "enum E {",
            &numbered(20_000, &|it| format!("a{it} @{it};")),
            "} const l :List(E) = [",
            &"a1,".repeat(20_000),
            "];",
        ]
        .concat(),
    ];
    for schema in cases {
        compile_text(&format!("@0xabcdabcdabcdabcd;\n{schema}")).expect("accepted");
    }
}

#[test]
fn damaged_schemas_and_requests_never_panic() {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    for path in files(&folder(), "capnp").iter().filter(|path| fs::metadata(path).expect("a file").len() < 12_000) {
        let (text, request) = (fs::read(path).expect("a schema"), fs::read(path.with_extension("cgr.bin")));
        for _ in 0..20 {
            let mut damaged = text.clone();
            let (at, from, len) = (random(text.len()), random(text.len()), random(20));
            let piece: Vec<u8> = text[from..(from + len).min(text.len())].to_vec();
            damaged.splice(at..(at + random(20)).min(text.len()), piece);
            // Must not panic; the result does not matter.
            let _ = compile_text(&String::from_utf8_lossy(&damaged));
        }
        for _ in 0..20 {
            let Ok(mut damaged) = request.as_ref().map(Vec::clone) else { continue };
            let at = random(damaged.len());
            damaged[at] ^= 1 << random(8);
            let _ = capnp::read_request(&damaged);
        }
    }
}

/// Returns the request that the official compiler makes of a file, or its error; `None` if it is not installed, which
/// is noted.
fn ask(path: &Path) -> Option<Result<Vec<u8>, String>> {
    let imports = ["upstream/capnproto/c++/src", "upstream/capnproto-rust/capnpc/test"];
    let imports = imports.map(|root| format!("-I{}", folder().join(root).display()));
    let (scratch, name) = (path.parent().expect("a folder"), path.file_name().expect("a name"));
    let mut command = Command::new("capnp");
    command.current_dir(scratch).env("PWD", scratch).arg("compile").args(imports).arg("-o-").arg(name);
    let Ok(output) = command.output() else {
        polywire_oracles::absent("capnp", "scripts/setup");
        return None;
    };
    let request = output.status.success().then_some(output.stdout);
    Some(request.ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Checks that every node of a request was compiled; returns their number.
fn compare(compiled: &Nodes, request: &[u8], name: &str, wrong: &mut Vec<String>) -> usize {
    let official = capnp::read_request(request).unwrap_or_else(|error| panic!("{name}: {error}"));
    let requested = official.files.iter().filter(|file| file.is_requested);
    for file in requested {
        let own = compiled.files.iter().find(|own| own.id == file.id).expect("a requested file");
        let paths = |file: &capnp::nodes::File| {
            let mut imports: Vec<_> = file.imports.iter().map(|(path, _)| path.clone()).collect();
            imports.sort();
            imports
        };
        assert!(paths(file).iter().all(|path| paths(own).contains(path)), "{name}: {file:?} {own:?}");
    }
    // The official compiler's release bundles older versions of imported standard files.
    let is_requested = |node: &Node| {
        let file = |path: &str| official.files.iter().any(|file| file.path == path && file.is_requested);
        node.display_name.split(':').next().is_some_and(file)
    };
    let nodes: Vec<&Node> = official.nodes.values().filter(|node| is_requested(node)).collect();
    for node in &nodes {
        let id = node.id;
        let own = compiled.nodes.get(&id).unwrap_or_else(|| panic!("{name}: no node {id:x} {}", node.display_name));
        let (own, official) = (comparable(own), comparable(node));
        if own != official {
            wrong.push(format!("{name}: {}\n{}", node.display_name, difference(&own, &official)));
        }
    }
    nodes.len()
}

/// Returns the first lines that differ.
fn difference(own: &Node, official: &Node) -> String {
    let (own, official) = (format!("{own:#?}"), format!("{official:#?}"));
    let at = own.lines().zip(official.lines()).position(|(own, official)| own != official).unwrap_or_default();
    let around = |text: &str| text.lines().skip(at.saturating_sub(8)).take(12).collect::<Vec<_>>().join("\n");
    format!("own:\n{}\nofficial:\n{}", around(&own), around(&official))
}

/// Returns a node without the parts that are not compared: places, file paths, and trailing zeros of structs.
fn comparable(node: &Node) -> Node {
    let mut node = node.clone();
    let path = node.display_name.find(':').unwrap_or(node.display_name.len());
    node.display_name.replace_range(..path, "");
    node.prefix_len = node.prefix_len.saturating_sub(path);
    node.span = Span::default();
    node.nested.sort();
    node.annotations.iter_mut().for_each(|it| it.value = trimmed(&it.value));
    match &mut node.kind {
        NodeKind::Struct(it) => {
            for field in &mut it.fields {
                field.span = Span::default();
                field.annotations.iter_mut().for_each(|it| it.value = trimmed(&it.value));
                if let FieldKind::Slot { default, .. } = &mut field.kind {
                    *default = trimmed(default);
                }
            }
        }
        NodeKind::Enum(members) => members.iter_mut().for_each(|it| it.span = Span::default()),
        NodeKind::Interface { methods, .. } => methods.iter_mut().for_each(|it| it.span = Span::default()),
        NodeKind::Const { value, .. } => *value = trimmed(value),
        NodeKind::File | NodeKind::Annotation { .. } => {}
    }
    node
}

fn trimmed(value: &Value) -> Value {
    let object = |it: &Object| match it.trimmed() {
        Object::Struct(record) if record.data.is_empty() && record.pointers.is_empty() => Object::Null,
        other => other,
    };
    match value {
        Value::List(it) => Value::List(it.trimmed()),
        Value::Struct(it) => Value::Struct(object(it)),
        Value::AnyPointer(it) => Value::AnyPointer(it.trimmed()),
        other => other.clone(),
    }
}

fn compile_file(path: &Path) -> Result<Nodes, String> {
    let loader = |path: &str| read(Path::new(path)).or_else(|_| standard(path));
    compile(&path.display().to_string(), &loader)
}

/// Returns a file that the schemas import from an import folder.
fn standard(path: &str) -> Result<LoadedFile, LoadError> {
    let below = path.strip_prefix('/').ok_or(LoadError::NotFound)?;
    let roots = ["upstream/capnproto/c++/src", "upstream/capnproto-rust/capnpc/test"];
    let found = roots.iter().find_map(|root| read(&folder().join(root).join(below)).ok());
    found.ok_or(LoadError::NotFound)
}

/// Constants of scalars, enums, texts and bytes are part of the model, and printed from it.
#[test]
fn constants_are_in_the_model_and_in_the_schemas_printed_from_it() {
    let text = "@0xf00dfeedf00dfeed;\n\
        const most :UInt64 = 18446744073709551615;\n\
        const none :Int8 = 0;\n\
        const ratio :Float32 = 0.5;\n\
        const yes :Bool = true;\n\
        const label :Text = \"a\\n\";\n\
        const raw :Data = 0x\"00 ff\";\n\
        enum Side { buy @0; sell @1; }\n\
        struct Order { const side :Side = sell; id @0 :UInt32; const all :List(UInt8) = [1]; }\n";
    let model = model_of(text);
    let printed = capnp::derive_capnp(&model, "t.capnp");
    assert!(printed.lost.is_empty(), "{:?}", printed.lost);
    let constants = |model: &Model| -> Vec<(String, NamedConstant)> {
        model.constants().filter_map(|decl| Some((decl.path(), constant(&decl.kind)?))).collect()
    };
    let found = constants(&model);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["most", "none", "ratio", "yes", "label", "raw", "Order.side"]);
    assert_eq!(found[0].1.value, Literal::Int(u64::MAX.into()));
    assert_eq!(found[6].1.value, Literal::Int(1));
    let mut again = constants(&model_of(&printed.text));
    again.sort_by_key(|(name, _)| names.iter().position(|known| known == name));
    assert_eq!(
        again.iter().map(|(_, it)| &it.value).collect::<Vec<_>>(),
        found.iter().map(|(_, it)| &it.value).collect::<Vec<_>>(),
        "{}",
        printed.text
    );
}

fn constant(kind: &DeclKind) -> Option<NamedConstant> {
    match kind {
        DeclKind::Constant(it) => Some(it.clone()),
        DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Union(_) => None,
    }
}

fn model_of(text: &str) -> Model {
    let loader = |path: &str| match path {
        "t.capnp" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => standard(path),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(&["t.capnp"], &loader, &mut sources, &mut diagnostics);
    compiled.unwrap_or_else(|| panic!("{text}\n{:?}", diagnostics.into_sorted())).model
}

fn compile_text(text: &str) -> Result<Nodes, String> {
    let loader = |path: &str| match path {
        "t.capnp" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => standard(path),
    };
    compile("t.capnp", &loader)
}

fn compile(path: &str, loader: &polywire_front::Loader<'_>) -> Result<Nodes, String> {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let nodes = capnp::compile_to_nodes(&[path], loader, &mut sources, &mut diagnostics);
    let errors = diagnostics.into_sorted().into_iter().filter(|it| it.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|it| render(&sources, &it, Style::Plain)).collect();
    nodes.ok_or_else(|| errors.join("\n"))
}

fn read(path: &Path) -> Result<LoadedFile, LoadError> {
    let bytes = fs::read(path).map_err(|_| LoadError::NotFound)?;
    let name = path.canonicalize().expect("a path").display().to_string();
    Ok(LoadedFile { name, bytes })
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/capnp")
}
