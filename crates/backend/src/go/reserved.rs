//! Names with a meaning in Go.

/// The keywords of Go, sorted.
pub(super) const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

/// Names of packages that mean something to the go command.
pub(super) const NO_PACKAGES: &[&str] = &["documentation", "main"];

/// Names that an import must not hide: those that Go declares, and those of variables in generated files.
pub(super) const NO_IMPORTS: &[&str] = &[
    "any", "append", "bool", "byte", "error", "false", "float32", "float64", "i", "init", "int", "int16", "int32",
    "int64", "int8", "j", "k", "new", "nil", "string", "true", "uint16", "uint32", "uint64", "uint8", "v", "value",
];

/// Names that local variables of codecs do not take: those that Go declares, packages, and implicit parameters.
pub(super) const NO_LOCALS: &[&str] = &[
    "any", "append", "b", "binary", "bool", "byte", "c", "cap", "clear", "cmp", "copy", "depth", "error", "false",
    "float32", "float64", "init", "int", "int16", "int32", "int64", "int8", "iota", "len", "make", "math", "max",
    "memo", "min", "n", "new", "nil", "origin", "out", "p", "panic", "polywire", "print", "println", "section",
    "string", "true", "uint16", "uint32", "uint64", "uint8", "v",
];

/// Folders that the go command treats specially.
pub(super) const NO_FOLDERS: &[&str] = &["internal", "testdata", "vendor"];

/// Last parts of file names that are build constraints: the operating systems and architectures known to Go, and tests.
pub(super) const CONSTRAINTS: &[&str] = &[
    "386",
    "aix",
    "amd64",
    "amd64p32",
    "android",
    "arm",
    "arm64",
    "arm64be",
    "armbe",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "loong64",
    "mips",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "mipsle",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "solaris",
    "sparc",
    "sparc64",
    "test",
    "wasip1",
    "wasm",
    "windows",
    "zos",
];
