//! Attributes that decide layouts: `__attribute__`, `[[…]]`, `__declspec`.

use super::{Parse, Parser};
use crate::c::codes;
use crate::c::token::TokenKind;
use polywire_model::c::CLayout;
use polywire_source::{Diagnostic, Span};

/// The attributes of a declaration, a member or a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    pub layout: CLayout,
    pub deprecated: bool,
    /// Where `packed` stands.
    pub packed: Option<Span>,
    /// The width of `mode`.
    pub mode: Option<u8>,
}

impl Attributes {
    pub fn add(&mut self, other: Self) {
        let (own, more) = (&mut self.layout, other.layout);
        own.packed |= more.packed;
        own.aligned = own.aligned.max(more.aligned);
        own.ms_bit_fields = more.ms_bit_fields.or(own.ms_bit_fields);
        self.deprecated |= other.deprecated;
        self.packed = self.packed.or(other.packed);
        self.mode = other.mode.or(self.mode);
    }
}

/// Attributes that change what values are and are not supported.
const REFUSED: &[&str] = &["scalar_storage_order", "vector_size", "address_space"];

impl Parser<'_> {
    /// Reads attributes, if the next tokens are some.
    pub fn attributes(&mut self, attributes: &mut Attributes) -> Parse<()> {
        loop {
            if self.is_word("__attribute__") {
                self.advance();
                self.expect("(", "after `__attribute__`")?;
                self.expect("(", "after `__attribute__(`")?;
                self.attribute_list(attributes)?;
                self.expect(")", "at the end of the attributes")?;
                self.expect(")", "at the end of the attributes")?;
            } else if self.is_word("__declspec") {
                self.advance();
                self.expect("(", "after `__declspec`")?;
                self.attribute_list(attributes)?;
                self.expect(")", "at the end of the attributes")?;
            } else if self.is_symbol("[") && self.is_symbol_ahead(1, "[") {
                self.advance();
                self.advance();
                self.attribute_list(attributes)?;
                self.expect("]", "at the end of the attributes")?;
                self.expect("]", "at the end of the attributes")?;
            } else if self.is_word("asm") {
                self.advance();
                self.skip_group()?;
            } else {
                return Ok(());
            }
        }
    }

    fn attribute_list(&mut self, attributes: &mut Attributes) -> Parse<()> {
        loop {
            while self.take_symbol(",") {}
            let TokenKind::Word(word) = self.peek().clone() else { return Ok(()) };
            let span = self.span();
            self.advance();
            if self.take_symbol("::") {
                continue;
            }
            let name = word.strip_prefix("__").and_then(|it| it.strip_suffix("__")).unwrap_or(&word).to_owned();
            self.attribute(&name, span, attributes)?;
        }
    }

    fn attribute(&mut self, name: &str, span: Span, attributes: &mut Attributes) -> Parse<()> {
        match name {
            "packed" => {
                attributes.layout.packed = true;
                attributes.packed = Some(span);
            }
            "ms_struct" => attributes.layout.ms_bit_fields = Some(true),
            "gcc_struct" => attributes.layout.ms_bit_fields = Some(false),
            "deprecated" => attributes.deprecated = true,
            "aligned" | "align" if self.is_symbol("(") => {
                self.advance();
                let align = self.alignment()?;
                attributes.layout.aligned = attributes.layout.aligned.max(align);
                return self.expect(")", "after the alignment");
            }
            "aligned" => {
                let message = "`aligned` without a number depends on the ABI";
                self.error_at(span, codes::UNSUPPORTED, message, "write `aligned(16)`, for example");
            }
            "mode" if self.is_symbol("(") => {
                self.advance();
                attributes.mode = self.mode()?;
                return self.expect(")", "after the mode");
            }
            _ if REFUSED.contains(&name) => {
                let message = format!("the attribute `{name}` is not supported");
                self.error_at(span, codes::UNSUPPORTED, &message, "declare the type without it");
            }
            _ => {}
        }
        if self.is_symbol("(") { self.skip_group() } else { Ok(()) }
    }

    fn mode(&mut self) -> Parse<Option<u8>> {
        let (name, span) = self.name("a mode")?;
        let modes = [("QI", 8), ("byte", 8), ("HI", 16), ("SI", 32), ("DI", 64), ("TI", 128)];
        let found = modes.iter().find(|(it, _)| *it == name.trim_matches('_')).map(|(_, bits)| *bits);
        if found.is_none() {
            let message = format!("the mode `{name}` is not supported");
            self.error_at(span, codes::UNSUPPORTED, &message, "use a type of `stdint.h`");
        }
        Ok(found)
    }

    /// Reads `_Alignas ( … )` behind its first word. An alignment of 0 has no effect.
    pub fn alignas(&mut self) -> Parse<Option<u32>> {
        self.expect("(", "after `_Alignas`")?;
        let align = match self.is_type() {
            true => {
                let (start, ty) = (self.span(), self.type_name()?);
                let expr = crate::c::value::Expr::AlignOf(ty);
                let value = expr.same(&self.unit).map_err(|why| self.not_constant(self.since(start), &why))?;
                Some(value.number as u32)
            }
            false => self.alignment()?,
        };
        self.expect(")", "after the alignment")?;
        Ok(align)
    }

    fn alignment(&mut self) -> Parse<Option<u32>> {
        let start = self.span();
        let value = self.constant()?.number;
        match u32::try_from(value) {
            Ok(0) => Ok(None),
            Ok(align) if align.is_power_of_two() && align <= 1 << 28 => Ok(Some(align)),
            _ => {
                let message = format!("an alignment of {value} is not a power of two");
                Err(self.error_at(self.since(start), codes::VALUE, &message, "write 1, 2, 4, 8, 16 or a larger one"))
            }
        }
    }

    /// `packed` behind the name of a type has no effect.
    pub fn warn_of_packed(&mut self, span: Option<Span>) {
        if let Some(span) = span {
            let warning = Diagnostic::warning(codes::ATTRIBUTE, "`packed` has no effect here").at(span, "");
            self.diagnostics.push(warning.help("write it behind the `}` of the struct, or before its `{`"));
        }
    }
}
