//! The formatter changes no meaning: all schemas of the tests compile to the same declarations, documentation included,
//! before and after. `POLYWIRE_FULL=1` takes all of them, `POLYWIRE_SCHEMAS` names another folder to try.

use polywire_front::proto::SourceOptions;
use polywire_front::source::{SourceLanguage, TokenKind, format, scan, source_language};
use polywire_front::{LoadError, LoadedFile, Loader, avro, capnp, fbe, fbs, idl, proto};
use polywire_source::{Diagnostics, SourceMap};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDERS: [&str; 5] =
    ["crates/front/tests", "crates/polywire/tests/data", "crates/test-models/src", "examples", "tests/corpus"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All schemas below the folders.
fn schemas() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let other = std::env::var_os("POLYWIRE_SCHEMAS").map(PathBuf::from);
    let mut open: Vec<PathBuf> = match other {
        Some(folder) => vec![folder],
        None => FOLDERS.iter().map(|it| root().join(it)).collect(),
    };
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if path.to_str().is_some_and(|path| source_language(path).is_some()) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn schemas_keep_their_meaning_and_are_formatted_once() {
    // A quarter of them is enough for the quick tests.
    let share = if std::env::var_os("POLYWIRE_FULL").is_some() { 1 } else { 4 };
    let schemas: Vec<PathBuf> = schemas().into_iter().step_by(share).collect();
    assert!(!schemas.is_empty());
    let (mut formatted, mut compiled) = (0, 0);
    for path in &schemas {
        let text = fs::read(path).expect("a schema");
        let language = source_language(path.to_str().expect("a path")).expect("a language");
        let Some(printed) = format(&text, language) else { continue };
        formatted += 1;
        let again = format(&printed, language).expect("formatted text");
        assert_eq!(shown(&again), shown(&printed), "{}: formatted twice", path.display());
        let (before, after) = (meaning(path, &text), meaning(path, &printed));
        assert_eq!(after.len(), before.len(), "{}", path.display());
        for (before, after) in before.iter().zip(&after) {
            assert!(before == after, "{}:\n{}\n{}", path.display(), shortened(before, after), shortened(after, before));
        }
        compiled += usize::from(before.len() > 1);
        assert_comments_are_kept(language, &text, &printed);
    }
    eprintln!("{} schemas, {formatted} formatted, {compiled} compiled", schemas.len());
    assert!(formatted * 100 > schemas.len() * 95, "nearly all schemas of the tests have whole strings and comments");
    assert!(compiled * 2 > formatted);
}

fn assert_comments_are_kept(language: &SourceLanguage, text: &[u8], printed: &[u8]) {
    let comments = |text: &[u8]| scan(text, &language.lexical).iter().filter(|it| it.is_comment()).count();
    assert_eq!(comments(text), comments(printed));
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// What follows the part that is the same.
fn shortened(text: &str, other: &str) -> String {
    let same = text.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(200)..]).chars().take(500).collect()
}

/// What a compilation gives: the declarations, or only the problems.
fn meaning(path: &Path, text: &[u8]) -> Vec<String> {
    let loader = |import: &str| load(path, import, text);
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let name = path.to_string_lossy();
    let into = (&mut sources, &mut diagnostics);
    let compile = match path.extension().and_then(|it| it.to_str()) {
        Some("capnp") => of_capnp,
        Some("fbs") => of_fbs,
        Some("fbe") => of_fbe,
        Some("idl") => of_idl,
        Some("avdl") => of_avro,
        _ => of_proto,
    };
    let mut found = compile(&name, &loader, into).unwrap_or_default();
    found.iter_mut().for_each(|text| *text = without_spans(text));
    let problems = diagnostics.into_sorted();
    let mut problems: Vec<String> = problems.iter().map(|it| format!("{} {}\n", it.code.0, it.message)).collect();
    problems.sort();
    found.push(problems.concat());
    found
}

type Into<'a> = (&'a mut SourceMap, &'a mut Diagnostics);

fn of_proto(_: &str, loader: &Loader<'_>, (sources, diagnostics): Into<'_>) -> Option<Vec<String>> {
    let compiled = proto::compile("this.proto", loader, sources, diagnostics)?;
    let set = shown(&proto::write_descriptor_set(&compiled.descriptors, SourceOptions::Keep));
    Some(vec![set, format!("{:?}", compiled.model)])
}

fn of_capnp(name: &str, loader: &Loader<'_>, (sources, diagnostics): Into<'_>) -> Option<Vec<String>> {
    let compiled = capnp::compile_files(&[name], loader, sources, diagnostics)?;
    Some(vec![format!("{:?}", compiled.nodes), format!("{:?}", compiled.model)])
}

fn of_fbs(name: &str, loader: &Loader<'_>, (sources, diagnostics): Into<'_>) -> Option<Vec<String>> {
    let compiled = fbs::compile_files(&[name], loader, sources, diagnostics)?;
    Some(vec![format!("{:?}", compiled.schema), format!("{:?}", compiled.model)])
}

fn of_fbe(name: &str, loader: &Loader<'_>, (sources, diagnostics): Into<'_>) -> Option<Vec<String>> {
    Some(vec![format!("{:?}", fbe::compile_files(&[name], loader, sources, diagnostics)?)])
}

fn of_idl(name: &str, loader: &Loader<'_>, (sources, diagnostics): Into<'_>) -> Option<Vec<String>> {
    let compiled = idl::compile_files(&[name], loader, sources, diagnostics)?;
    Some(vec![format!("{:?}", compiled.model), format!("{:?}", compiled.typedefs)])
}

fn of_avro(name: &str, loader: &Loader<'_>, (sources, diagnostics): Into<'_>) -> Option<Vec<String>> {
    let compiled = avro::compile_files(&[name], loader, sources, diagnostics)?;
    Some(vec![format!("{:?}", compiled.schema), format!("{:?}", compiled.model)])
}

/// Imports are relative to any of the folders around the schema.
fn load(path: &Path, import: &str, text: &[u8]) -> Result<LoadedFile, LoadError> {
    let name = path.to_string_lossy().into_owned();
    if import == "this.proto" || import == name {
        return Ok(LoadedFile { name, bytes: text.to_vec() });
    }
    let mut folders = path.ancestors().skip(1);
    let found = folders.find_map(|folder| fs::read(folder.join(import)).ok());
    found.map(|bytes| LoadedFile { name: import.to_owned(), bytes }).ok_or(LoadError::NotFound)
}

fn without_spans(text: &str) -> String {
    let mut parts = text.split("Span { file: ");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| kept.push_str(part.split_once('}').map_or(part, |(_, rest)| rest)));
    kept
}

#[test]
fn layouts() {
    for (name, text, expected) in [
        ("a.proto", PROTO, PROTO_FORMATTED),
        ("a.capnp", CAPNP, CAPNP_FORMATTED),
        ("a.fbs", FBS, FBS_FORMATTED),
        ("a.idl", IDL, IDL_FORMATTED),
        ("a.avdl", AVDL, AVDL_FORMATTED),
        ("a.proto", "\r\nmessage A{\r\n}\r\n", "message A {}\r\n"),
        ("a.proto", "", ""),
        ("a.proto", "// only\n\n\n\n// comments", "// only\n\n// comments\n"),
    ] {
        let language = source_language(name).expect("a language");
        let found = format(text.as_bytes(), language).expect("formatted text");
        assert_eq!(shown(&found), expected);
        assert_eq!(shown(&format(&found, language).expect("formatted text")), expected);
    }
}

#[test]
fn broken_strings_are_left_alone() {
    let proto = source_language("x.proto").expect("a language");
    for text in ["message A { option (x) = \"a\n  ; }", "/* a"] {
        let found = format(text.as_bytes(), proto);
        assert!(
            found.is_none_or(|found| scan(&found, &proto.lexical).len() == scan(text.as_bytes(), &proto.lexical).len())
        );
    }
    let tokens = scan(b"a \"b\\\"c\" 0x1F 1.5e-3 -2 // d", &proto.lexical);
    let kinds: Vec<TokenKind> = tokens.iter().map(|it| it.kind).collect();
    use TokenKind::{LineComment, Symbol, Text, Word};
    assert_eq!(kinds, [Word, Text, Word, Word, Symbol, Word, LineComment]);
}

const PROTO: &str = r#"
syntax="proto3" ;
package   a.b;
import   public"x.proto";


// Detached.

/* Leading
   * of A. */
message A{ // on the brace

  // first
      optional  int32   a=1[ deprecated=true,(x).y = -1 ];/* behind */ map < string , .a.b.C > m = 2;


  oneof o
  {
     string s = 3;
  }

  reserved 5 to 7,9;
  option (z) = { a: 1, b: [ 1,2 ]
    c { d: "e" "f" } };
  repeated string long = 10
    [json_name = "l"];
  }
service S { rpc Get ( A ) returns(stream A) { } rpc Put(A) returns (A); }
"#;

const PROTO_FORMATTED: &str = r#"syntax = "proto3";
package a.b;
import public "x.proto";

// Detached.

/* Leading
 * of A. */
message A {  // on the brace

  // first
  optional int32 a = 1 [deprecated = true, (x).y = -1];
  /* behind */ map<string, .a.b.C> m = 2;

  oneof o {
    string s = 3;
  }

  reserved 5 to 7, 9;
  option (z) = { a: 1, b: [1, 2]
    c { d: "e" "f" } };
  repeated string long = 10
      [json_name = "l"];
}
service S {
  rpc Get(A) returns (stream A) {}
  rpc Put(A) returns (A);
}
"#;

const CAPNP: &str = r#"@0xabcdefabcdefabcd ;
using  Cxx=import "/capnp/c++.capnp" ;
$Cxx.namespace ( "a::b" );
struct A (T)@0xaaaaaaaaaaaaaaaa{ # doc
  a@0:Text="x"; # of a
  # more
  union{ b @1:List( List(Int8) ) = [ [1,-2],[] ]; c :group { d@2:Data = 0x"01 02"; } }


}
interface I extends( J ) { m @0 [P] (x :P,y :A( T )=(a = "q") )->( z :Bool ); n@1()->stream; }
annotation note(*) :Text;
"#;

const CAPNP_FORMATTED: &str = r#"@0xabcdefabcdefabcd;
using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("a::b");
struct A(T) @0xaaaaaaaaaaaaaaaa {  # doc
  a @0 :Text = "x";  # of a
  # more
  union {
    b @1 :List(List(Int8)) = [[1, -2], []];
    c :group {
      d @2 :Data = 0x"01 02";
    }
  }
}
interface I extends(J) {
  m @0 [P] (x :P, y :A(T) = (a = "q")) -> (z :Bool);
  n @1 () -> stream;
}
annotation note(*) :Text;
"#;

const FBS: &str = r#"namespace  a.b ;
/// Doc.
enum E:byte(bit_flags){A,B=4 , /* last */C}
table T{ a : int = -1 (id : 0 ,deprecated); b:[ E ] ; s:string="x y"; // end
}
rpc_service S{ Put( T ):T(streaming:"none"); }
root_type T;
"#;

const FBS_FORMATTED: &str = r#"namespace a.b;
/// Doc.
enum E: byte(bit_flags) {
  A,
  B = 4,
  /* last */ C
}
table T {
  a: int = -1 (id: 0, deprecated);
  b: [E];
  s: string = "x y";  // end
}
rpc_service S {
  Put(T): T(streaming: "none");
}
root_type T;
"#;

const IDL: &str = r#"#ifndef A
  #define TWICE( x ) \
     x   x   /* a
  comment */
#include <b.idl>

module  Shop{const long A=-1 ; const long B = A-2 *( 1+A );
   // The sizes.
 @bit_bound(8) enum Size{ SMALL,LARGE };
#pragma prefix "x"
    struct Item : Base { @key
       string<8>name; sequence< sequence <long>> a [ 2 ][3],b;  sequence<sequence<long> > c;
  };
  union U switch( Size ){
     case SMALL :
       // small
       string card;
  case ::Shop::LARGE: case -1: long
  l; default:
    default :A::B c; };
  interface Till:A,B { readonly attribute Money balance;
    Money pay(in Item bought,inout U means)raises( Gone ) ; oneway void ring( ); };
};
#endif"#;

const IDL_FORMATTED: &str = r#"#ifndef A
#define TWICE( x ) \
     x   x   /* a
  comment */
#include <b.idl>

module Shop {
  const long A = -1;
  const long B = A - 2 * (1 + A);
  // The sizes.
  @bit_bound(8) enum Size {
    SMALL,
    LARGE
  };
#pragma prefix "x"
  struct Item : Base {
    @key
    string<8> name;
    sequence<sequence<long>> a[2][3], b;
    sequence<sequence<long> > c;
  };
  union U switch (Size) {
    case SMALL :
      // small
      string card;
    case ::Shop::LARGE: case -1: long
        l;
    default:
    default : A::B c;
  };
  interface Till: A, B {
    readonly attribute Money balance;
    Money pay(in Item bought, inout U means) raises (Gone);
    oneway void ring();
  };
};
#endif
"#;

const AVDL: &str = r#"@namespace( "shop" )
protocol  Shop {
/** Sizes. */ @aliases( [ "S" ] ) enum Size{ SMALL,LARGE }= SMALL;
   record Item{ string  `record`; union{null,string}note=null; decimal( 9,2 ) price;
     @order("ignore")
     map< array<int> >  m={"a" :[1,-2]},n; @java-class("x.Y") string? s; }
  import  idl "b.avdl";
  double pay(Item bought, org.shop.Means means=-1.5e-3)throws Gone ;
}
"#;

const AVDL_FORMATTED: &str = r#"@namespace("shop")
protocol Shop {
  /** Sizes. */ @aliases(["S"]) enum Size {
    SMALL,
    LARGE
  } = SMALL;
  record Item {
    string `record`;
    union { null, string } note = null;
    decimal(9, 2) price;
    @order("ignore")
    map<array<int>> m = { "a": [1, -2] }, n;
    @java-class("x.Y") string? s;
  }
  import idl "b.avdl";
  double pay(Item bought, org.shop.Means means = -1.5e-3) throws Gone;
}
"#;
