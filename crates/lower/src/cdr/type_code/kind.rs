//! The kinds of types (`TCKind`, CORBA 3.3 part 2, table 9.4).

pub const NULL: u64 = 0;
pub const VOID: u64 = 1;
pub const SHORT: u64 = 2;
pub const LONG: u64 = 3;
pub const USHORT: u64 = 4;
pub const ULONG: u64 = 5;
pub const FLOAT: u64 = 6;
pub const DOUBLE: u64 = 7;
pub const BOOLEAN: u64 = 8;
pub const CHAR: u64 = 9;
pub const OCTET: u64 = 10;
pub const ANY: u64 = 11;
pub const TYPE_CODE: u64 = 12;
pub const PRINCIPAL: u64 = 13;
pub const OBJREF: u64 = 14;
pub const STRUCT: u64 = 15;
pub const UNION: u64 = 16;
pub const ENUM: u64 = 17;
pub const STRING: u64 = 18;
pub const SEQUENCE: u64 = 19;
pub const ARRAY: u64 = 20;
pub const ALIAS: u64 = 21;
pub const EXCEPT: u64 = 22;
pub const LONGLONG: u64 = 23;
pub const ULONGLONG: u64 = 24;
pub const LONGDOUBLE: u64 = 25;
pub const WCHAR: u64 = 26;
pub const WSTRING: u64 = 27;
pub const FIXED: u64 = 28;
pub const VALUE: u64 = 29;
pub const VALUE_BOX: u64 = 30;
pub const COMPONENT: u64 = 34;
pub const HOME: u64 = 35;
pub const EVENT: u64 = 36;
/// In place of a kind: the distance to an earlier TypeCode follows.
pub const INDIRECTION: u64 = 0xffff_ffff;

/// Kinds without parameters.
pub const SIMPLE: [u64; 18] = [
    NULL, VOID, SHORT, LONG, USHORT, ULONG, FLOAT, DOUBLE, BOOLEAN, CHAR, OCTET, ANY, TYPE_CODE, PRINCIPAL, LONGLONG,
    ULONGLONG, LONGDOUBLE, WCHAR,
];
/// Kinds whose parameters are four octets behind the kind.
pub const SHORT_PARAMETERS: [u64; 4] = [STRING, WSTRING, FIXED, INDIRECTION];
