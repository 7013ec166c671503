//! Setting scalars, texts and bytes.

use super::Printer;
use crate::cpp::native::{is_meant, value_type};
use polywire_ir::types::Type;
use polywire_ir::{Expr as Ir, Place, PureLeaf, SiteId, Step, ValueType};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn set_bytes(&mut self, place: &Place, value: &Ir) {
        let target = self.target(place);
        let value = match self.place_type(place) {
            Some(Type::FixedBytes(..)) => self.passing_bytes(value),
            _ => self.bytes(value),
        };
        self.out.line(format!("assign({target}, {value});"));
    }

    /// Sets a case without a value.
    pub(super) fn set_case(&mut self, place: &Place) {
        let target = self.target(place);
        self.out.line(format!("static_cast<void>({target});"));
    }

    /// Returns the object to set; creates an optional's value or switches to another case.
    pub(super) fn target(&mut self, place: &Place) -> Expr {
        if place.steps.last() != Some(&Step::Some) {
            return self.place(place);
        }
        let optional = Place { root: place.root, steps: place.steps[..place.steps.len() - 1].to_vec() };
        if let Some(bound) = self.plain_optional(&optional) {
            self.make_present(&bound);
            return self.place(place);
        }
        let object = self.place(&optional);
        let present = Expr::call("present", [object]);
        if self.is_boxed(&optional) { Expr::prefix("*", super::precedence::UNARY, &present) } else { present }
    }

    /// Returns true if the optional at a place holds a box.
    pub(super) fn is_boxed(&self, optional: &Place) -> bool {
        let Some((Step::Field(index), outer)) = optional.steps.split_last() else { return false };
        let outer = Place { root: optional.root, steps: outer.to_vec() };
        match self.place_type(&outer) {
            Some(Type::Struct(id)) => self.unit.types.record(*id).fields[*index as usize].boxed,
            _ => false,
        }
    }

    pub(super) fn set_scalar(&mut self, place: &Place, value: &Ir) {
        let Some(ty) = self.place_type(place) else { return };
        // An optional scalar is assigned as a whole.
        let optional = place.steps.last() == Some(&Step::Some);
        let mut target = place.clone();
        if optional {
            target.steps.pop();
            if let Some(bound) = self.plain_optional(&target) {
                self.make_present(&bound);
            }
        }
        let value = self.native_value(ty, value);
        let line = self.assign_scalar(&target, &value.text);
        self.out.line(line);
    }

    /// Converts an IR value to a scalar of a native type.
    fn native_value(&mut self, ty: &Type, value: &Ir) -> Expr {
        match ty {
            Type::Bool => self.expr(value),
            Type::Int { .. } if is_meant(ty) => {
                let native = value_type(ty, self.unit.names);
                Expr::call(format!("::polywire::of_number<{native}>"), [self.typed(value)])
            }
            Type::Int { bits, signed, .. } => self.integer_value(*bits, *signed, value),
            Type::Float { bits: 32 } => {
                let bits = self.expr(value);
                Expr::call("::std::bit_cast<float>", [Expr::call("static_cast<::std::uint32_t>", [bits])])
            }
            Type::Float { .. } => Expr::call("::std::bit_cast<double>", [self.typed(value)]),
            Type::Enum(id) => {
                let name = self.unit.names.enumeration(*id).name.qualified();
                let convert = if self.is_mapped(*id) { "::polywire::bound::enumerator_of" } else { "static_cast" };
                Expr::call(format!("{convert}<{name}>"), [self.expr(value)])
            }
            _ => {
                self.problem("a place that holds no scalar is set");
                self.expr(value)
            }
        }
    }

    fn integer_value(&mut self, bits: u8, signed: bool, value: &Ir) -> Expr {
        let native = super::super::native::integer(bits, signed);
        let same = if signed { ValueType::I64 } else { ValueType::U64 };
        if bits == 64 && self.type_of(value) == same {
            return self.expr(value);
        }
        // A second truncation is redundant.
        let value = match value {
            Ir::Wrap { bits: wrapped, value, .. } if *wrapped >= bits => value,
            _ => value,
        };
        Expr::call(format!("static_cast<{native}>"), [self.expr(value)])
    }

    pub(super) fn set_text(&mut self, place: &Place, value: &Ir, verify: bool, site: SiteId) {
        if self.set_bound_text(place, value, verify, site) {
            return;
        }
        let target = &self.target(place);
        let call = match value {
            Ir::Leaf(PureLeaf::UntilNul, args) => self.assign_fixed(target, &args[0], verify),
            Ir::Var(var) if self.info(*var).readable_end.is_some() => {
                let info = self.info(*var);
                let (text, readable_end) = (info.text, info.readable_end.unwrap_or_default());
                Some(format!("leaf::assign_text<{verify}>({target}, {text}.data(), {text}.size(), {readable_end})"))
            }
            _ => None,
        };
        let call = call.unwrap_or_else(|| match value {
            Ir::Var(var) if *self.var_type(*var) == ValueType::Bytes && self.unit.convention(self.id).message => {
                let text = self.bytes(value).within(super::precedence::POSTFIX);
                format!(
                    "leaf::assign_text<{verify}>({target}, {text}.data(), {text}.size(), message.readable_end({text}))"
                )
            }
            _ => format!("assign_text<{verify}>({target}, {})", self.bytes(value)),
        });
        if verify {
            self.require(&format!("!{call}"), "invalid_utf8", site);
        } else {
            self.out.line(format!("static_cast<void>({call});"));
        }
        if matches!(value, Ir::Leaf(PureLeaf::UntilNul, args) if self.is_passing(&args[0])) {
            self.out.line(format!("message.hold({target});"));
        }
    }

    /// Assigns a constant-length part of a section, up to its first NUL.
    fn assign_fixed(&mut self, target: &Expr, value: &Ir, verify: bool) -> Option<String> {
        let (var, offset, len) = match value {
            Ir::Slice { section, offset, len } => (*section, *offset, *len),
            Ir::Var(var) => match self.var_type(*var) {
                ValueType::Section(len) => (*var, 0, *len),
                _ => return None,
            },
            _ => return None,
        };
        let ValueType::Section(size) = self.var_type(var) else { return None };
        let info = self.info(var);
        let at = super::operator::at_offset(&info.text, offset);
        let readable_end = if offset + 16 <= *size {
            super::operator::at_offset(&info.text, *size).text
        } else {
            info.readable_end.unwrap_or_else(|| super::operator::at_offset(&info.text, *size).text)
        };
        Some(format!("leaf::assign_fixed_text<{verify}, {len}>({target}, {at}, {readable_end})"))
    }
}
