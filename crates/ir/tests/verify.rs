//! The verifier: valid modules are accepted, and every rule rejects modules that violate it.

use polywire_ir::text::parse;
use polywire_ir::{Block, Expr, FuncId, Op, Rule, VarId, verify};

const TYPES: &str = "
module m
struct A { id: i32 name: text note: text optional u: U list: list<A> raw: bytes[8] tags: list<text> fixed: array<u32, 4> map: map<P> }
struct P entry { key: text value: A }
enum E: i32 { a = 0 }
union U { number: i64 mark sub: A boxed }
";

/// Returns the rules that a module breaks.
fn broken(text: &str) -> Vec<Rule> {
    let module = parse(&format!("{TYPES}{text}")).unwrap_or_else(|error| panic!("{error} in {text}"));
    let mut rules: Vec<Rule> = verify(&module).err().unwrap_or_default().iter().map(|it| it.rule).collect();
    rules.dedup();
    rules
}

#[track_caller]
fn breaks(rule: Rule, texts: &[&str]) {
    for text in texts {
        assert_eq!(broken(text), [rule], "{text}");
    }
}

#[test]
fn sound_functions_are_accepted() {
    let text = "
entry A encode encode decode decode
fn encode(read v: &A) {
  measured varint { write span(v.name) write u32le(v.id) } !0
  block 32 + len(v.list) * 16 {
    call header(&v)
    sub 32 { each v.list as o: &A index i stride 16 {
      put 8 u64le(@tail - @base)
      tail { write span(o.name) yield @tail } -> end
      put 0 u64le(end)
    } }
  }
  each v.tags as t: &text index i%2 ordered carry (n = 0 -> m) { write span(*t) yield n + len(t) }
}
fn header(read v: &A) { put 0 i32be }
fn decode(build v: &A) nests {
  reset v
  read span(12) -> s: section(12) !0
  set v.id = i32(load(u32le, s, 8)) !1
  set v.u#number = 5i !2
  open v.u case mark as it: &bytes[0] created c: bool { }
  keyed index n key k predict carry (seen: bool = false -> all: bool) {
    head { read varint -> tag !3 yield 0 < @left, tag }
    case 10 label x\"0a\" repeats { push v.list as o: &A { call inner(&o) } yield seen }
    case 8, 16 { yield true }
    else { check false else invalid_key !4 yield seen }
  }
  check all else missing_field !5
}
fn inner(build v: &A) { set v.name = slice_of(@input) !0 }
fn made(v: bytes) { make a: &A { at (v, 0) { call decode(&a) } !0 } call encode_all(&a) if a.id < 0i { write span(a.name) } }
fn encode_all(read v: &A) { write span(v.name) }
";
    let text = text.replace("put 0 i32be", "put 0 u32be(v.id)").replace("slice_of(@input)", "until_nul(@input)");
    assert_eq!(broken(&text), []);
}

#[test]
fn reference() {
    let mut module = parse(&format!("{TYPES} fn f() {{ call f() }}")).expect("well-formed");
    module.functions[0].body.ops = vec![Op::Call { func: FuncId(9), args: vec![], results: vec![] }];
    assert!(verify(&module).is_err_and(|it| it[0].rule == Rule::Reference));
    module.functions[0].body = Block::default();
    module.functions.push(module.functions[0].clone());
    assert!(verify(&module).is_err_and(|it| it[0].rule == Rule::Reference));
}

#[test]
fn entry() {
    breaks(
        Rule::Entry,
        &[
            "entry A decode f\nfn f(read v: &A) { }",
            "entry A decode f\nfn f(build v: &A) { write u8(1) }",
            "entry A encode e decode f\nfn f(build v: &A) { }\nfn e(read v: &A) { read u8 -> x !0 }",
            "entry A encode e decode f\nfn f(build v: &A) { }\nfn e(read v: &A) { put 0 u8(1) }",
            "entry A encode e decode f\nfn f(build v: &A) { }\nfn e(read v: &A, x) { }",
            "entry A decode f schema A\nfn f(build v: &A) { }",
            "entry A decode f validate g\nfn f(build v: &A) { }\nfn g(x) { }",
            "entry A decode f size g\nfn f(build v: &A) { }\nfn g(read v: &A) { }",
            "entry A decode f size g\nfn f(build v: &A) { }\nfn g(read v: &A) -> (u64) { write u8(1) yield 1 }",
            "entry A decode f validate g\nfn f(build v: &A) { }\nfn g() { write u8(1) }",
        ],
    );
}

/// A valid view of struct C: its text, its union of a text and a mark, its objects, and its number.
const VIEW: &str = "
view C(at: bytes) root root object read_c {
  get get_text held held cases (get_text, -) get get_list as object get held slot get_text
}
elements V (count, at: bytes) get element_held cases (element, -)
elements C (count, at: bytes) get element key (3)
elements text (count, at: bytes) object read_list get element next rest
elements bytes as object (count, at: bytes) get object
objects (at: bytes, kind: bool) { kind kind text text bytes text reference kind }
fn root(levels) -> (bytes) { yield @input }
fn held(at: bytes) -> (u64) { yield 1 }
fn get_text(at: bytes) -> (bytes) { yield at }
fn element_held(count, at: bytes, index) -> (u64) { yield index }
fn element(count, at: bytes, index) -> (bytes) { check index < count else out_of_range !0 yield at }
fn rest(count, at: bytes) -> (u64, bytes) { yield count - 1, at }
fn get_list(at: bytes) -> (u64, bytes) { yield 0, at }
fn object(count, at: bytes, index) -> (bytes, bool) { yield at, true }
fn read_c(at: bytes, kind: bool) -> (bytes) { yield at }
fn read_list(at: bytes, kind: bool) -> (u64, bytes) { yield 0, at }
fn kind(at: bytes, kind: bool) -> (u64) { yield 0 }
fn text(at: bytes, kind: bool) -> (bytes) { yield at }
";

#[test]
fn views() {
    let types = "struct C { text: text either: V objects: list<bytes> number: u64 }\nunion V { text: text mark }\n";
    let sound = format!("module m\n{types}{VIEW}");
    assert_eq!(verify(&parse(&sound).expect("well-formed")), Ok(()));
    for (part, wrong) in [
        ("root(levels)", "root(levels, x)"),
        ("held(at: bytes) -> (u64) { yield 1 }", "held(at: bytes) -> (i64) { yield 1i }"),
        ("get_text(at: bytes) -> (bytes) { yield at }", "get_text(at) -> (bytes) { yield \"\" }"),
        ("{ yield at }", "{ write u8(1) yield at }"),
        ("get get_text held held", "held held"),
        ("slot get_text", "slot held"),
        ("get element_held", "get element"),
        ("cases (element, -)", "cases (element)"),
        ("cases (element, -)", "cases (-, element)"),
        ("next rest", "next element"),
        ("key (3)", "key (2)"),
        ("key (3)", "key (0, 1)"),
        ("cases (get_text, -)", "cases (get_text)"),
        ("cases (get_text, -)", "cases (-, get_text)"),
        ("element(count, at: bytes, index)", "element(index, at: bytes, count: i64)"),
        ("text (count, at: bytes)", "text (count: i64, at: bytes)"),
        ("get_list as object", "get_list"),
        ("object read_c", "object get_text"),
        ("object read_list", "object read_c"),
        ("bytes as object (", "bytes ("),
        ("objects (at: bytes, kind: bool)", "objects (at: bytes)"),
        ("reference kind", "reference text"),
    ] {
        assert!(sound.contains(part), "{part}");
        let module = parse(&sound.replacen(part, wrong, 1)).unwrap_or_else(|error| panic!("{wrong}: {error}"));
        let broken = verify(&module).expect_err(wrong);
        assert!(broken.iter().any(|it| it.rule == Rule::View), "{wrong}: {broken:?}");
    }
}

#[test]
fn trust() {
    breaks(
        Rule::Trust,
        &[
            "fn f(x) trusting { check x == 0 else syntax !0 }",
            "fn f(x) trusting { if x == 0 { charge x !0 } }",
            "fn f() nests trusting { }",
            "fn f() trusting { match \"a\" else syntax !0 }",
            "fn f() trusting { call g() }\nfn g() { }",
        ],
    );
}

#[test]
fn scope() {
    breaks(
        Rule::Scope,
        &[
            "fn f() vars (x, y) { let y = x let x = 1 }",
            "fn f() vars (x) { let x = 1 let x = 2 }",
            "fn f() vars (x, y) { if true { let x = 1 } let y = x }",
            "fn f(x) vars (x) { let x = 2 }",
            "fn f() vars (k, i, more: bool) { keyed index i key k { head { yield k == 1, 2 } else { } } }",
        ],
    );
    let mut module = parse("module m fn f() { }").expect("well-formed");
    module.functions[0].body.ops.push(Op::Let { var: VarId(7), value: Expr::Var(VarId(8)) });
    assert!(verify(&module).is_err_and(|it| it.iter().all(|it| it.rule == Rule::Scope)));
}

#[test]
fn types() {
    breaks(
        Rule::Type,
        &[
            "fn f() { let x: bool = 1 }",
            "fn f() { let x = 1 + 1i }",
            "fn f() { let x: bool = true < false }",
            "fn f() { if 1 { } }",
            "fn f(x: i64) { charge x !0 }",
            "fn f(read v: &A) { let x = size(v.id) }",
            "fn f(v: &A) { }",
            "fn f(read x) { }",
            "fn f(read v: &A) { call f(1) }",
            "fn f(read v: &A) { call f(&v.u) }",
            "fn f() -> (bool) { yield 1 }",
            "fn f() { loop carry (a = 1 -> b) while true { yield a == 1 } }",
            "fn f() { write span(3) }",
            "fn f() { write u8(true) }",
            "fn f() { write varint(1i) }",
            "fn f(x) { let y = load(u8, x, 0) }",
            "fn f() { switch true { else { } } }",
            "fn f(build v: &A) { push v.list as o: &text { } }",
        ],
    );
}

#[test]
fn arity() {
    breaks(
        Rule::Arity,
        &[
            "fn f() -> (u64) { }",
            "fn f() { yield 1 }",
            "fn f() { if true { } else { yield 1 } }",
            "fn f() { call f() -> x }",
            "fn f(x) { call f() }",
            "fn f() { read u8 !0 }",
            "fn f() { read skip(1) -> x !0 }",
            "fn f() { write varint() }",
            "fn f() { loop carry (a = 1) while true { yield a } }",
        ],
    );
}

#[test]
fn constants() {
    breaks(
        Rule::Constant,
        &[
            "fn f(x) { let y = x / 0 }",
            "fn f(x) { let y = x % x }",
            "fn f(x) { let y = x << 64 }",
            "fn f(x) { let y = x >> x }",
            "fn f(x) { let y = u65(x) }",
            "fn f() { write align(3, 0) }",
            "fn f() { read align(6, 0) !0 }",
            "fn f() { measured u8 unit 0 { } !0 }",
        ],
    );
    let mut module = parse("module m fn f() { write u32le(1) }").expect("well-formed");
    if let Op::Write { what: polywire_ir::Datum::Int { width, .. } } = &mut module.functions[0].body.ops[0] {
        *width = 3;
    }
    assert!(verify(&module).is_err_and(|it| it[0].rule == Rule::Constant));
}

#[test]
fn sections() {
    breaks(
        Rule::Section,
        &[
            "fn f(s: section(8)) { let x = load(u32le, s, 5) }",
            "fn f(s: section(8)) { let x: section(4) = slice(s, 6, 4) }",
            "fn f() { section s: section(2) = (@input, 0, 2) fill x\"00\" else truncated !0 }",
            "fn f() { read span(5) -> s: section(4) !0 }",
            "fn f(n) { read span(n) -> s: section(4) !0 }",
        ],
    );
}

#[test]
fn places() {
    breaks(
        Rule::Place,
        &[
            "fn f(read v: &A) { let x: i64 = v.0.0 }",
            "fn f(read v: &A) { let x: bytes = v.note }",
            "fn f(read v: &A) { let x: bytes = v.name? }",
            "fn f(read v: &A) { let x: bytes = v.u#mark }",
            "fn f(read v: &A) { let x: bool = present(v.name) }",
            "fn f(read v: &A) { let x = len(v.u) }",
            "fn f(read v: &A) { let x = case(v.list) }",
            "fn f(read v: &A) { each v.name as o: &A index i { } }",
            "fn f(read v: &A) { each v.list as o: &A index i ordered .list { } }",
            "fn f(build v: &A) { set v.list = x\"\" !0 }",
            "fn f(build v: &A) { open v.name as o: &text created c: bool { } }",
            "fn f(build v: &A) { open v.u as o: &U created c: bool { } }",
            "fn f(build v: &A) { retain v.u m = x\"\" }",
            "fn f(build v: &A) { report_unknown v.name? member = x\"\" }",
        ],
    );
}

#[test]
fn places_in_maps() {
    breaks(
        Rule::Place,
        &[
            "fn f(read v: &A) { let x = len(v.map[0]) }",
            "fn f(read v: &A) { each v.map as o: &P index i ordered .key { } }",
            "fn f(read v: &A) { each v.id as o: &P index i { } }",
        ],
    );
    let text =
        "fn f(build v: &A) { push v.map as p: &P { set p.key = x\"61\" !0 } fill v.map times 2 as q: &P index i { } }";
    assert_eq!(broken(text), []);
    let text = "fn f(read v: &A) { each v.map as p: &P index i { write span(p.key) } if len(v.map) == 0 { } }";
    assert_eq!(broken(text), []);
}

/// Returns the rules that declarations break.
fn broken_by(declared: &str) -> Vec<Rule> {
    let module = parse(&format!("module m {declared}")).unwrap_or_else(|error| panic!("{error} in {declared}"));
    verify(&module).err().unwrap_or_default().iter().map(|it| it.rule).collect()
}

#[test]
fn integers_fit_their_meanings() {
    let fitting = [
        "u8<character>",
        "u32<character>",
        "i32<date>",
        "i32<time_of_day_ms>",
        "i64<time_of_day_ns>",
        "i64<timestamp_s>",
        "u64<timestamp_ns>",
        "i64<local_timestamp_us>",
        "i64<duration_ns>",
        "i8<decimal(2)>",
        "u16<float16>",
    ];
    for ty in fitting {
        assert_eq!(broken_by(&format!("struct A {{ it: {ty} }}")), [], "{ty}");
    }
    for ty in
        ["i64<date>", "i64<time_of_day_ms>", "i32<time_of_day_us>", "u8<decimal(2)>", "i16<float16>", "u64<character>"]
    {
        assert_eq!(broken_by(&format!("struct A {{ it: list<{ty}> }}")), [Rule::Meaning], "{ty}");
    }
    assert_eq!(broken_by("struct A { it: bytes[8]<uuid> }"), [Rule::Meaning]);
    assert!(parse("module m struct A { it: bytes[16]<year> }").is_err());
    assert!(parse("module m struct A { it: i32<year> }").is_err());
    assert!(parse("module m struct A { it: i32<decimal> }").is_err());
}

#[test]
fn maps() {
    let of = broken_by;
    assert_eq!(of("struct P entry { key: u8 value: bytes } struct A { m: map<P> }"), []);
    for declared in [
        "struct P { key: u8 value: bytes } struct A { m: map<P> }",
        "struct P { key: u8 value: bytes } union U { m: list<map<P>> }",
        "struct P entry { key: u8 }",
        "struct P entry { key: f64 value: u8 }",
        "struct P entry { key: bytes value: u8 }",
        "struct P entry { key: u32<character> value: u8 }",
        "struct P entry { key: u8 optional value: u8 }",
        "struct P entry { key: u8 value: u8 optional }",
        "struct P entry { key: u8 value: u8 more: u8 }",
    ] {
        assert_eq!(of(declared), [Rule::Map], "{declared}");
    }
}

#[test]
fn values_that_may_be_null() {
    assert_eq!(broken_by("struct N nullable { value: u8 optional } struct A { it: list<N> }"), []);
    for declared in [
        "struct N nullable { }",
        "struct N nullable { value: u8 }",
        "struct N nullable { value: u8 optional boxed }",
        "struct N nullable { value: u8 optional more: u8 optional }",
        "struct N nullable keeps_unknown { value: u8 optional }",
    ] {
        assert_eq!(broken_by(declared), [Rule::Nullable], "{declared}");
    }
}

#[test]
fn construction() {
    breaks(
        Rule::Construction,
        &[
            "fn f(build v: &A) { let x: i64 = v.id }",
            "fn f(build v: &A) { let x = len(v.list) }",
            "fn f(build v: &A) { let x = len(v.map) }",
            "fn f(read v: &A) { set v.id = 1i !0 }",
            "fn f(read v: &A) { reset v.note }",
            "fn f(build v: &A) { each v.list as o: &A index i { } }",
            "fn f(build v: &A) { call g(&v) }\nfn g(read v: &A) { }",
            "fn f() { make v: &A { let x: i64 = v.id } }",
            "fn f() { make v: &A { } set v.id = 1i !0 }",
        ],
    );
}

#[test]
fn discipline() {
    breaks(
        Rule::Discipline,
        &[
            "fn f() { put 0 u8(1) write u8(1) }",
            "fn f() { block 8 { write u8(1) } }",
            "fn f() { block 8 { measured u8 { } !0 } }",
            "fn f() { block 8 { block 8 { } } }",
            "fn f() { block 8 { memo x\"\" { yield 1 } -> p } }",
            "fn f() { block 8 { tail { put 0 u8(1) } } }",
            "fn f() { block 8 { tail { let x = @base } } }",
            "fn f() { block 8 { tail { tail { } } } }",
            "fn f() { block 8 { put 0 zeros(1) } }",
            "fn f() { block 8 { call g() } }\nfn g() { write u8(1) }",
            "fn f() { block 8 { tail { call g() } } }\nfn g() { put 0 u8(1) }",
        ],
    );
}

#[test]
fn extents() {
    breaks(
        Rule::Extent,
        &[
            "fn f() { block 8 { put 5 u32le(1) } }",
            "fn f() { block 8 { sub 4 { put 0 x\"0102030405\" } } }",
            "fn f() { block 8 { sub 9 { } } }",
            "fn f() { block 8 { sub 4 { call g() } } }\nfn g() { call h() }\nfn h() { put 0 u64le(1) }",
            "fn f(read v: &A) { block 8 { put 4 span(v.raw) } }",
            "fn f(read v: &A) { block 8 { each v.list as o: &A index i stride 4 { put 2 u32le(1) } } }",
            "fn f(read v: &A) { block 8 { each v.fixed as o: &u32 index i stride 4 { put 0 u32le(*o) } } }",
        ],
    );
}

#[test]
fn separable() {
    let each =
        |body: &str| format!("fn f(read v: &A) {{ block 8 {{ each v.list as o: &A index i stride 8 {{ {body} }} }} }}");
    breaks(
        Rule::Separable,
        &[
            &each("tail { yield o.name } -> name: bytes"),
            &each("sub 4 { tail { yield true } -> b: bool }"),
            &each("if true { tail { yield o.name } -> name: bytes }"),
        ],
    );
}

#[test]
fn arms() {
    breaks(
        Rule::Arms,
        &[
            "fn f(x) { switch x { case 1, 1 { } else { } } }",
            "fn f(x) { switch x { case 1 { } case 2, 1 { } else { } } }",
            "fn f(x) { switch x { case 1i { } else { } } }",
            "fn f(x: bytes) { switch x { case 1 { } else { } } }",
            "fn f(x) { switch x { case { } else { } } }",
            "fn f() { keyed index i key k { head { yield false, 1 } case 1 { } case 1 { } else { } } }",
            "fn f() { keyed index i key k space varint { head { yield false, 1 } else { } } }",
            "fn f() { keyed index i below 1 + 1 key k { head { yield false, 1 } else { } } }",
        ],
    );
}

#[test]
fn sites() {
    breaks(
        Rule::Site,
        &[
            "fn f() { charge 1 !0 charge 1 !0 }",
            "fn f() { if true { charge 1 !4 } else { match \"a\" else syntax !4 } }",
        ],
    );
}

#[test]
fn violations_have_a_path() {
    let text = format!("{TYPES} fn f(build v: &A) {{ if true {{ reset v set v.id = true !0 }} }}");
    let module = parse(&text).expect("well-formed");
    let violations = verify(&module).expect_err("a wrong type");
    assert_eq!(violations[0].to_string(), "f 0:if/then/1:set: type: I64 expected, not Bool");
}
