//! Options of wire formats: choices that neither a schema nor a message states.
//!
//! Design: docs/decisions/0118-options-of-formats.md

use super::Extensibility;
use crate::c::Abi;

/// The chosen options of all formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// MessagePack.
    pub msgpack: MsgpackOptions,
    /// ZebraPack.
    pub zebrapack: ZebrapackOptions,
    /// Avro.
    pub avro: AvroOptions,
    /// CORBA's Common Data Representation.
    pub cdr: CdrOptions,
    /// The data representations of DDS.
    pub xcdr: XcdrOptions,
    /// Raw memory.
    pub memory: MemoryOptions,
    /// XML.
    pub xml: XmlOptions,
    /// Simple Binary Encoding of schemas in other languages.
    pub sbe: SbeOptions,
}

/// Options of Simple Binary Encoding. Its own schemas state the same by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SbeOptions {
    /// The number of a group's entries has 32 bits.
    pub has_wide_counts: bool,
    /// An optional text or bytes is a group with at most one entry, so that an empty one differs from an absent one.
    pub keeps_empty: bool,
}

/// Options of raw memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryOptions {
    /// The ABI whose layouts messages have.
    pub abi: &'static Abi,
    /// Padding that is not zero is refused.
    pub checks_padding: bool,
}

impl Default for MemoryOptions {
    fn default() -> Self {
        Self { abi: &Abi::ALL[0], checks_padding: false }
    }
}

/// Options of XML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XmlOptions {
    /// Each element that has no text stands on lines of its own, with its elements indented.
    pub is_pretty: bool,
    /// Documents begin with their element, without an XML declaration.
    pub omits_declaration: bool,
}

/// Options of the data representations of DDS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XcdrOptions {
    /// How types may change of which the schema does not say it.
    pub extensibility: Extensibility,
    /// Messages have the members of the key alone, as those that tell of the end of an instance.
    pub has_keys_only: bool,
}

/// Options of CORBA's Common Data Representation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CdrOptions {
    /// Encapsulations are written big-endian.
    pub is_big_endian: bool,
    /// Strings of IDL's schemas are UTF-8, and not ISO 8859-1.
    pub has_utf8_strings: bool,
    /// The version of the protocol whose rules wide characters follow.
    pub giop: GiopVersion,
}

/// A version of the General Inter-ORB Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GiopVersion {
    /// 1.2 or later.
    #[default]
    V1_2,
    /// 1.1.
    V1_1,
    /// 1.0, which has no wide characters.
    V1_0,
}

/// Options of Avro.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AvroOptions {
    /// Logical types of Avro's own schemas have no effect: their values are those of the types that they stand on.
    pub ignores_logical_types: bool,
    /// Blocks of arrays and maps begin with their size in bytes, by which readers can skip them.
    pub writes_block_sizes: bool,
    /// Unsigned integers of 64 bits of other languages' schemas are decimal numbers, and not `long`, which has no number from 2⁶³ on.
    pub has_decimal_unsigned: bool,
    /// What is read of values that are out of range.
    pub strictness: AvroStrictness,
}

/// What an Avro reader makes of a boolean and an `int` out of range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AvroStrictness {
    /// They are rejected.
    #[default]
    Strict,
    /// A boolean that is not 1 is false, and an `int` has its low 32 bits, as in Avro for Java.
    AsJava,
}

/// Options of ZebraPack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZebrapackOptions {
    /// Structs are written without their names.
    pub omits_names: bool,
}

/// Options of MessagePack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MsgpackOptions {
    /// What a struct is.
    pub structs: MsgpackStructs,
    /// Members that equal their defaults are not written.
    pub omits_defaults: bool,
    /// Members are written in the order of their names.
    pub sorts_names: bool,
    /// The types of the old specification are written: neither bin nor str 8.
    pub has_raw: bool,
    /// Signed integers have signed forms, also positive ones.
    pub keeps_sign: bool,
    /// Absent members are nil, instead of being left out.
    pub writes_absent: bool,
}

/// What a struct is in MessagePack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MsgpackStructs {
    /// A map from names to values.
    #[default]
    Names,
    /// An array of values, in the order of the schema's numbers.
    Arrays,
    /// A map from field numbers to values.
    Numbers,
}

/// An option of a format, and its values.
pub struct FormatOption {
    /// The names of the format and of the option.
    pub name: &'static str,
    /// The values; the first is the default.
    pub values: &'static [FormatOptionValue],
}

/// A value of an option.
pub struct FormatOptionValue {
    /// The text that chooses it: `format.option=value`.
    pub choice: &'static str,
    /// Its effect, for people.
    pub doc: &'static str,
    choose: fn(&mut FormatOptions),
}

/// All options.
pub const FORMAT_OPTIONS: &[FormatOption] = &[
    FormatOption {
        name: "msgpack.structs",
        values: &[
            value("msgpack.structs=names", "a struct is a map from names to values", |all| {
                all.msgpack.structs = MsgpackStructs::Names
            }),
            value("msgpack.structs=arrays", "a struct is an array of its values", |all| {
                all.msgpack.structs = MsgpackStructs::Arrays
            }),
            value("msgpack.structs=numbers", "a struct is a map from field numbers to values", |all| {
                all.msgpack.structs = MsgpackStructs::Numbers;
            }),
        ],
    },
    FormatOption {
        name: "msgpack.defaults",
        values: &[
            value("msgpack.defaults=written", "members that equal their defaults are written", |all| {
                all.msgpack.omits_defaults = false
            }),
            value("msgpack.defaults=omitted", "members that equal their defaults are left out", |all| {
                all.msgpack.omits_defaults = true
            }),
        ],
    },
    FormatOption {
        name: "msgpack.order",
        values: &[
            value("msgpack.order=numbers", "members are written in the order of their numbers", |all| {
                all.msgpack.sorts_names = false
            }),
            value("msgpack.order=names", "members are written in the order of their names", |all| {
                all.msgpack.sorts_names = true
            }),
        ],
    },
    FormatOption {
        name: "msgpack.bytes",
        values: &[
            value("msgpack.bytes=bin", "bytes are bin, texts of up to 255 bytes str 8", |all| {
                all.msgpack.has_raw = false
            }),
            value("msgpack.bytes=raw", "bytes and texts are raw, as before MessagePack had bin", |all| {
                all.msgpack.has_raw = true
            }),
        ],
    },
    FormatOption {
        name: "msgpack.integers",
        values: &[
            value("msgpack.integers=shortest", "positive integers from 128 on have unsigned forms", |all| {
                all.msgpack.keeps_sign = false
            }),
            value("msgpack.integers=signed", "those of signed types have signed forms", |all| {
                all.msgpack.keeps_sign = true
            }),
        ],
    },
    FormatOption {
        name: "msgpack.absent",
        values: &[
            value("msgpack.absent=omitted", "optional members that are absent are left out", |all| {
                all.msgpack.writes_absent = false
            }),
            value("msgpack.absent=nil", "they are written as nil", |all| all.msgpack.writes_absent = true),
        ],
    },
    FormatOption {
        name: "zebrapack.names",
        values: &[
            value("zebrapack.names=true", "each struct begins with its name", |all| all.zebrapack.omits_names = false),
            value("zebrapack.names=false", "structs are written without their names", |all| {
                all.zebrapack.omits_names = true;
            }),
        ],
    },
    FormatOption {
        name: "avro.logical-types",
        values: &[
            value(
                "avro.logical-types=typed",
                "dates, decimals, UUIDs have types of their own in Avro's schemas",
                |all| {
                    all.avro.ignores_logical_types = false;
                },
            ),
            value("avro.logical-types=ignored", "they are the numbers, bytes and texts that messages have", |all| {
                all.avro.ignores_logical_types = true;
            }),
        ],
    },
    FormatOption {
        name: "avro.blocks",
        values: &[
            value("avro.blocks=plain", "blocks of arrays and maps begin with the number of their elements", |all| {
                all.avro.writes_block_sizes = false
            }),
            value("avro.blocks=sized", "and with their size in bytes, by which they can be skipped", |all| {
                all.avro.writes_block_sizes = true
            }),
        ],
    },
    FormatOption {
        name: "avro.strictness",
        values: &[
            value("avro.strictness=strict", "booleans other than 0 and 1, and longer `int`s, are rejected", |all| {
                all.avro.strictness = AvroStrictness::Strict
            }),
            value("avro.strictness=java", "they are false, and the low 32 bits, as for Avro for Java", |all| {
                all.avro.strictness = AvroStrictness::AsJava
            }),
        ],
    },
    FormatOption {
        name: "avro.unsigned",
        values: &[
            value("avro.unsigned=long", "unsigned 64-bit numbers are `long`; those from 2^63 on are rejected", |all| {
                all.avro.has_decimal_unsigned = false
            }),
            value("avro.unsigned=decimal", "they are decimal numbers in a `fixed` of 9 bytes", |all| {
                all.avro.has_decimal_unsigned = true
            }),
        ],
    },
    FormatOption {
        name: "cdr.byte_order",
        values: &[
            value("cdr.byte_order=little", "encapsulations, also those of DDS, are written little-endian", |all| {
                all.cdr.is_big_endian = false
            }),
            value("cdr.byte_order=big", "they are written big-endian", |all| all.cdr.is_big_endian = true),
        ],
    },
    FormatOption {
        name: "cdr.char_set",
        values: &[
            value("cdr.char_set=iso-8859-1", "strings of IDL's schemas are in ISO 8859-1", |all| {
                all.cdr.has_utf8_strings = false
            }),
            value("cdr.char_set=utf-8", "they are in UTF-8", |all| all.cdr.has_utf8_strings = true),
        ],
    },
    FormatOption {
        name: "cdr.giop",
        values: &[
            value("cdr.giop=1.2", "wide characters are those of GIOP 1.2 and later", |all| {
                all.cdr.giop = GiopVersion::V1_2
            }),
            value("cdr.giop=1.1", "they are those of GIOP 1.1, of two octets each", |all| {
                all.cdr.giop = GiopVersion::V1_1
            }),
            value("cdr.giop=1.0", "there are none, as in GIOP 1.0", |all| all.cdr.giop = GiopVersion::V1_0),
        ],
    },
    FormatOption {
        name: "xcdr.extensibility",
        values: &[
            value("xcdr.extensibility=final", "types without an annotation are final", |all| {
                all.xcdr.extensibility = Extensibility::Final
            }),
            value("xcdr.extensibility=appendable", "they are appendable", |all| {
                all.xcdr.extensibility = Extensibility::Appendable
            }),
            value("xcdr.extensibility=mutable", "they are mutable", |all| {
                all.xcdr.extensibility = Extensibility::Mutable
            }),
        ],
    },
    FormatOption {
        name: "xcdr.sample",
        values: &[
            value("xcdr.sample=data", "messages are whole samples", |all| all.xcdr.has_keys_only = false),
            value("xcdr.sample=key", "they have the members of the key alone", |all| all.xcdr.has_keys_only = true),
        ],
    },
    FormatOption {
        name: "memory.abi",
        values: &[
            value("memory.abi=x86_64-sysv", "x86-64 System V (Linux, BSD, macOS)", |all| all.memory.abi = &Abi::ALL[0]),
            value("memory.abi=x86_64-msvc", "Windows on x86-64, with the compiler of Microsoft", |all| {
                all.memory.abi = &Abi::ALL[1]
            }),
            value("memory.abi=x86_64-mingw", "Windows on x86-64, with GCC", |all| all.memory.abi = &Abi::ALL[2]),
            value("memory.abi=i386-sysv", "x86 with 32 bits, System V (Linux, BSD)", |all| {
                all.memory.abi = &Abi::ALL[3]
            }),
            value(
                "memory.abi=i386-align-double",
                "x86 with 32 bits, System V, and doubles aligned to 8 bytes (GCC: -malign-double)",
                |all| all.memory.abi = &Abi::ALL[4],
            ),
            value("memory.abi=i386-mingw", "Windows on x86 with 32 bits, with GCC", |all| {
                all.memory.abi = &Abi::ALL[5]
            }),
            value("memory.abi=aarch64", "ARM with 64 bits", |all| all.memory.abi = &Abi::ALL[6]),
            value("memory.abi=armhf", "ARM with 32 bits, EABI", |all| all.memory.abi = &Abi::ALL[7]),
            value("memory.abi=powerpc", "PowerPC with 32 bits, big-endian", |all| all.memory.abi = &Abi::ALL[8]),
            value("memory.abi=ppc64el", "PowerPC with 64 bits, little-endian", |all| all.memory.abi = &Abi::ALL[9]),
            value("memory.abi=s390x", "IBM Z with 64 bits, big-endian", |all| all.memory.abi = &Abi::ALL[10]),
            value("memory.abi=mips-o32", "MIPS with 32 bits, big-endian", |all| all.memory.abi = &Abi::ALL[11]),
            value("memory.abi=riscv64", "RISC-V with 64 bits", |all| all.memory.abi = &Abi::ALL[12]),
            value("memory.abi=m68k", "Motorola 68000, big-endian", |all| all.memory.abi = &Abi::ALL[13]),
        ],
    },
    FormatOption {
        name: "memory.padding",
        values: &[
            value("memory.padding=ignored", "padding can have any bits", |all| all.memory.checks_padding = false),
            value("memory.padding=checked", "padding that is not zero is refused", |all| {
                all.memory.checks_padding = true
            }),
        ],
    },
    FormatOption {
        name: "sbe.counts",
        values: &[
            value("sbe.counts=16", "a group has at most 65,534 entries", |all| all.sbe.has_wide_counts = false),
            value("sbe.counts=32", "a group has at most 2,147,483,647 entries", |all| all.sbe.has_wide_counts = true),
        ],
    },
    FormatOption {
        name: "sbe.optional",
        values: &[
            value("sbe.optional=data", "an optional text or bytes is data, which is absent if it is empty", |all| {
                all.sbe.keeps_empty = false
            }),
            value("sbe.optional=groups", "an optional text or bytes is a group with at most one entry", |all| {
                all.sbe.keeps_empty = true
            }),
        ],
    },
    FormatOption {
        name: "xml.style",
        values: &[
            value("xml.style=compact", "there is no white space between elements", |all| all.xml.is_pretty = false),
            value("xml.style=pretty", "each element begins a line, indented by two spaces per level", |all| {
                all.xml.is_pretty = true
            }),
        ],
    },
    FormatOption {
        name: "xml.declaration",
        values: &[
            value("xml.declaration=written", "documents begin with an XML declaration", |all| {
                all.xml.omits_declaration = false
            }),
            value("xml.declaration=omitted", "documents begin with their element", |all| {
                all.xml.omits_declaration = true
            }),
        ],
    },
];

const fn value(choice: &'static str, doc: &'static str, choose: fn(&mut FormatOptions)) -> FormatOptionValue {
    FormatOptionValue { choice, doc, choose }
}

impl FormatOptions {
    /// Chooses a value by its text; `None` if there is none.
    #[must_use]
    pub fn with(mut self, choice: &str) -> Option<Self> {
        let value = choices().find(|value| value.choice == choice)?;
        (value.choose)(&mut self);
        Some(self)
    }
}

/// Returns all values of all options.
pub fn choices() -> impl Iterator<Item = &'static FormatOptionValue> {
    FORMAT_OPTIONS.iter().flat_map(|option| option.values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each ABI can be chosen by its name.
    #[test]
    fn all_abis_are_choices() {
        for abi in Abi::ALL {
            let chosen = FormatOptions::default().with(&format!("memory.abi={}", abi.name)).expect("a choice");
            assert_eq!(chosen.memory.abi.name, abi.name);
        }
    }

    /// The first value of each option changes nothing; all others differ.
    #[test]
    fn first_values_are_the_defaults() {
        for option in FORMAT_OPTIONS {
            for (index, value) in option.values.iter().enumerate() {
                assert!(value.choice.strip_prefix(option.name).is_some_and(|rest| rest.starts_with('=')));
                let chosen = FormatOptions::default().with(value.choice).expect("a choice");
                assert_eq!(chosen == FormatOptions::default(), index == 0, "{}", value.choice);
            }
        }
        assert!(FormatOptions::default().with("msgpack.structs=other").is_none());
    }
}
