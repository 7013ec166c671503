//! What stands before declarators: types, qualifiers, storage classes, attributes (C11, clause 6.7).

use super::attribute::Attributes;
use super::cursor::spelling;
use super::scope::Ordinary;
use super::words::Words;
use super::{Parse, Parser, Reported};
use crate::c::codes;
use crate::c::standard::standard_type;
use crate::c::token::TokenKind;
use crate::c::tree::Type;
use polywire_source::{Diagnostic, Span};

/// The specifiers of a declaration.
pub(super) struct Specifiers {
    pub ty: Type,
    pub is_typedef: bool,
    pub attributes: Attributes,
    /// The alignment that `_Alignas` asks for.
    pub alignas: Option<(u32, Span)>,
    /// A struct, union or enum is defined here.
    pub defines: bool,
}

/// Words that decide no layout.
const IGNORED: &[&str] = &[
    "auto",
    "const",
    "constexpr",
    "extern",
    "inline",
    "register",
    "restrict",
    "static",
    "volatile",
    "_Noreturn",
    "_Thread_local",
    "__extension__",
    "__inline",
    "__forceinline",
    "__cdecl",
    "__stdcall",
    "_Nullable",
    "_Nonnull",
];

/// Words that begin a type.
const TYPES: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "__int128",
    "__int8",
    "__int16",
    "__int32",
    "__int64",
    "struct",
    "union",
    "enum",
    "const",
    "volatile",
    "_Atomic",
    "typeof",
    "_Alignas",
    "__attribute__",
    "__extension__",
];

impl Parser<'_> {
    pub fn is_type(&self) -> bool {
        self.is_type_ahead(0)
    }

    pub fn is_type_ahead(&self, count: usize) -> bool {
        let TokenKind::Word(word) = self.ahead(count) else { return false };
        TYPES.contains(&spelling(word)) || self.named_type(word).is_some()
    }

    pub fn specifiers(&mut self) -> Parse<Specifiers> {
        let (mut words, mut named) = (Words::default(), None);
        let (ty, attributes) = (Type::Invalid, Attributes::default());
        let mut found = Specifiers { ty, is_typedef: false, attributes, alignas: None, defines: false };
        loop {
            self.attributes(&mut found.attributes)?;
            let (span, Some(word)) = (self.span(), self.word().map(str::to_owned)) else { break };
            match word.as_str() {
                "typedef" => found.is_typedef = true,
                "_Alignas" => {
                    self.advance();
                    let align = self.alignas()?;
                    let before = found.alignas.filter(|(before, _)| align.is_none_or(|it| it <= *before));
                    found.alignas = before.or(align.map(|it| (it, span)));
                    continue;
                }
                "_Atomic" => {
                    self.advance();
                    if self.is_symbol("(") {
                        self.skip_group()?;
                    }
                    named = Some(Type::Unsupported("_Atomic".to_owned()));
                    continue;
                }
                "struct" | "union" | "enum" => {
                    if named.is_some() || !words.is_empty() {
                        return Err(self.expected("a name"));
                    }
                    named = Some(self.tagged(&mut found.defines)?);
                    continue;
                }
                "typeof" if named.is_none() => {
                    named = Some(self.type_of()?);
                    continue;
                }
                word if IGNORED.contains(&word) => {}
                word if words.add(word, span) => {}
                word if named.is_none() && words.is_empty() && self.named_type(word).is_some() => {
                    named = self.named_type(word);
                }
                _ => break,
            }
            self.advance();
        }
        found.ty = self.specified(&words, named)?;
        if let Some(bits) = found.attributes.mode.take() {
            found.ty = with_mode(found.ty, bits);
        }
        Ok(found)
    }

    fn specified(&mut self, words: &Words, named: Option<Type>) -> Parse<Type> {
        match named {
            Some(Type::Unsupported(name)) => Ok(Type::Unsupported(name)),
            Some(_) if !words.is_empty() => {
                let help = "remove one of them";
                Err(self.error_at(words.span(), codes::SYNTAX, "there are two types in this declaration", help))
            }
            Some(ty) => Ok(ty),
            None if words.is_empty() => Err(self.no_type()),
            None => words.ty().map_err(|clash| {
                let error = Diagnostic::error(codes::TYPE, clash.message).at(clash.span, "");
                let error = match clash.other {
                    Some(other) => error.related(other, "the other one"),
                    None => error,
                };
                self.report(error.help(clash.help))
            }),
        }
    }

    /// `typeof ( type )`.
    fn type_of(&mut self) -> Parse<Type> {
        self.advance();
        self.expect("(", "after `typeof`")?;
        if !self.is_type() {
            let message = "`typeof` of an expression is not supported";
            return Err(self.error(codes::UNSUPPORTED, message, "write the type"));
        }
        let ty = self.type_name()?;
        self.expect(")", "after the type")?;
        Ok(ty)
    }

    fn no_type(&mut self) -> Reported {
        let Some(name) = self.word().filter(|_| self.is_name()).map(str::to_owned) else {
            return self.expected("a type");
        };
        let close = self.guess(&name, |it| matches!(it, Ordinary::Typedef(..)));
        let help = match (standard_type(&name), self.scope.tags.contains_key(&name), close) {
            (Some(_), ..) => "include the header that declares it, such as `<stdint.h>` or `<stddef.h>`".to_owned(),
            (None, true, _) => format!("write `struct {name}`, `union {name}` or `enum {name}`"),
            (None, false, Some(close)) => format!("did you mean `{close}`?"),
            (None, false, None) => "declare it before it is used, or include the header that does".to_owned(),
        };
        self.error(codes::UNKNOWN_NAME, &format!("there is no type `{name}`"), &help)
    }
}

/// Returns the integer of this width that has the sign of another one (`__attribute__((mode))`).
pub(super) fn with_mode(ty: Type, bits: u8) -> Type {
    use polywire_model::c::CScalar;
    let signed = match ty.plain() {
        Type::Scalar(CScalar::Exact { signed, .. } | CScalar::Int { signed } | CScalar::Short { signed }) => *signed,
        Type::Scalar(CScalar::Long { signed } | CScalar::LongLong { signed }) => *signed,
        _ => return Type::Unsupported("mode".to_owned()),
    };
    Type::Scalar(CScalar::Exact { bits, signed })
}
