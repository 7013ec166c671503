//! The text form of a module. People read it, and the tests of passes and engines are written in it.
//!
//! [`std::fmt::Display`] of a [`Module`] prints it; [`parse`] reads it back into an equal module. Each op is on a
//! line of its own, and blocks are indented in braces. Expressions are infix. Names come from the native types
//! (`v.orders`, `v.wallet?`, `v.shape#circle`). White space is not significant; `;` starts a comment.
//!
//! ```text
//! module   = "module" name { struct | enum | union | constant } { entry } { view | elements | objects } { fn }
//! struct   = "struct" name [ "entry" ] [ "nullable" ] [ "keeps_unknown" ] "{" { field } "}"
//! field    = name ":" type [ "optional" ] [ "boxed" ] [ "deprecated" ] [ "=" literal ]
//! enum     = "enum" name ":" integer-type [ "open" ] "{" { name "=" integer } "}"
//! union    = "union" name "{" { name [ ":" type ] [ "boxed" ] [ "=" literal ] } "}"
//! constant = "constant" name "{" type "=" literal "}"
//! entry    = "entry" name [ "encode" name ] "decode" name [ "validate" name ] [ "size" name ] [ "schema" name ]
//! view     = "view" name "(" bindings ")" [ "root" name ] [ "object" name ] "{" { member } "}"
//! member   = "-" | "get" getter | "held" name cases
//! cases    = "cases" "(" { getter | "-" "," } ")"
//! getter   = name [ "as" role ] [ slot ]
//! slot     = "slot" name [ "be" ] [ "xor" integer ]
//! role     = "object" | "reference" | "count" | "latin1" | "utf16le" | "utf16be"
//! elements = "elements" type [ "as" role ] "(" bindings ")" [ "object" name ] "get" name [ "next" name ] [ cases ] [ slot ] [ "key" "(" { integer "," } ")" ]
//! objects  = "objects" "(" bindings ")" "{" [ "kind" name "text" name "bytes" name "reference" name ] "}"
//! fn       = "fn" name "(" params ")" [ "->" "(" value-types ")" ] { "nests" | "rare" | "trusting" } [ linkage ] [ "vars" "(" bindings ")" ] block
//! linkage  = "member" name | "exported" name | "chooser"
//! param    = [ "read" | "build" ] binding
//! block    = "{" { op } [ "yield" exprs ] "}"
//! binding  = var [ ":" value-type ]                               ; u64 if no type is given
//! results  = [ "->" bindings ]
//! carry    = [ "carry" "(" { binding "=" expr [ "->" binding ] "," } ")" ]
//! site     = "!" number
//! place    = var { "." field | "?" | "#" case | "[" expr "]" }
//! scalar   = ( "u8" | "u16" | "u32" | "u64" ) ( "le" | "be" | "[" var "]" )   ; "u8" alone is "u8le"
//! datum    = scalar "(" expr ")" | bytes | "span" "(" expr ")" | "zeros" "(" expr ")" | "align" "(" number "," expr ")" | leaf "(" exprs ")"
//!
//! op = "let" binding "=" expr
//!    | "if" expr block [ "else" block ] results
//!    | "switch" expr "{" { "case" constants block } "else" block "}" results
//!    | "loop" carry "while" expr block
//!    | "call" name "(" { expr | "&" place "," } ")" results
//!    | "check" expr "else" code site
//!    | "charge" expr site
//!    | "credit" expr
//!    | "read" ( scalar | "span" "(" expr ")" | "peek" | "skip" "(" expr ")" | "align" "(" expr "," expr ")" | leaf ) results site
//!    | "match" bytes ( "else" code site | "->" binding )
//!    | "window" expr [ "else" code ] block results site           ; without "else" the rest is skipped
//!    | "at" "(" region "," pos ")" block results site
//!    | "section" binding "=" "(" region "," pos "," len ")" "fill" bytes [ "else" code ] site
//!    | "keyed" "index" binding [ "below" expr ] "key" binding [ "separator" bytes ] [ "space" leaf ] [ "predict" ] carry "{" "head" block
//!        { "case" constants [ "label" bytes ] [ "repeats" ] block } "else" block "}"
//!    | "set" place "=" expr site | "set_trusted" place "=" expr site
//!    | "reset" place
//!    | "open" place [ "case" name ] "as" binding "created" binding block results
//!    | "push" place "as" binding block results
//!    | "fill" place "times" expr "as" binding "index" binding carry block
//!    | "make" binding block results
//!    | "retain" place format "=" expr
//!    | "report_unknown" place ( "member" | "case" ) "=" expr
//!    | "write" datum
//!    | "measured" ( "varint" | scalar ) [ "unit" number ] [ "bias" number ] block results site
//!    | "block" expr block results
//!    | "put" number datum
//!    | "sub" number block results
//!    | "tail" block results
//!    | "each" place "as" binding "index" binding [ "stride" number ] [ "ordered" steps ] carry block
//!    | "memo" expr block "->" binding
//!    | "scratch" block "->" binding
//!
//! expr = binary operators, loosest first: == != < <=   |   ^   &   << >>   + -   * / %   then the prefixes ! ~
//!    | number | number "i" | "true" | "false" | bytes             ; 5 is a U64, 5i and -5i are I64
//!    | var | "*" var | place                                      ; *v is the value at a place without steps
//!    | "len" | "present" | "case" "(" place ")" | "unknown" "(" place "," format ")"
//!    | "u" bits "(" expr ")" | "i" bits "(" expr ")"               ; Wrap
//!    | "reinterpret" | "int" | "size" | "since" "(" expr ")"      ; int of a bool, size of bytes
//!    | "select" "(" expr "," expr "," expr ")" | "member" "(" enum "," expr ")" | leaf "(" exprs ")"
//!    | "load" "(" scalar "," var "," offset ")" | "slice" "(" var "," offset "," len ")"
//!    | "setting" "(" name ")"
//!    | "@pos" | "@left" | "@input" | "@base" | "@tail"
//! ```
//!
//! A name that is not an identifier is written in back quotes. Variables of one function that share a name are
//! distinguished by the suffixes `%2`, `%3`, …, which are not part of the name. `vars` lists all variables if their
//! order differs from that of their bindings.

mod parse;
mod print;
mod syntax;

pub use parse::{TextError, parse};
pub use print::{FunctionText, PartText};
