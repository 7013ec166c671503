//! Complex types: their derivation (section 3.4.6).

use super::{Check, codes, type_name};
use crate::xsd::effective::AllContent;
use crate::xsd::schema::{ComplexType, Content, Method, Particle, TypeId, TypeKind};
use crate::xsd::simple::ANY_TYPE;

impl Check<'_> {
    pub(super) fn complex_types(&self) {
        self.all_groups();
        self.attribute_groups();
        for id in self.type_ids().filter(|id| *id != ANY_TYPE) {
            if let TypeKind::Complex(it) = &self.schema.ty(id).kind {
                self.complex_type(id, it);
            }
        }
        let problems = std::mem::take(&mut *self.types.problems.borrow_mut());
        problems.into_iter().for_each(|it| self.push(it));
    }

    fn complex_type(&self, id: TypeId, it: &ComplexType) {
        let Some(base) = self.schema.find_type(&it.base) else { return };
        self.not_final_base(it, base);
        self.attributes(id, it, base);
        match &it.content {
            Content::Simple(..) => self.simple_content(it, base),
            Content::Elements(own) => self.complex_content(id, it, own.as_ref(), base),
        }
        if let AllContent::Elements(particle) = self.types.content(id) {
            self.content(&particle);
        }
    }

    fn not_final_base(&self, it: &ComplexType, base: TypeId) {
        let definition = self.schema.ty(base);
        let (is_final, what) = match it.method {
            Method::Extension => (definition.is_final.extension, "extended"),
            Method::Restriction => (definition.is_final.restriction, "restricted"),
        };
        if is_final {
            let message = format!("{} is final: it cannot be {what}", type_name(&definition.head));
            let other = (definition.head.span, "declared here");
            self.report_both(codes::DERIVATION, message, it.base.span, other, "change its `final`");
        }
    }

    fn simple_content(&self, it: &ComplexType, base: TypeId) {
        let name = type_name(&self.schema.ty(base).head);
        let Content::Simple(ty, _) = &it.content else { return };
        let is_complex = self.types.complex(base).is_some();
        match (self.types.content(base), it.method) {
            (AllContent::Simple(_), Method::Restriction) if !is_complex => {
                let message = format!("{name} is a simple type, which `<simpleContent>` can only extend");
                let help = "restrict it in a `<simpleType>`, and extend that one";
                self.report(codes::DERIVATION, message, it.base.span, help);
            }
            (AllContent::Simple(_), Method::Restriction) => {
                let own = ty.as_ref().and_then(|ty| self.schema.find_type(ty));
                let of_base = self.text_type(base);
                if let (Some(own), Some(of_base), Some(ty)) = (own, of_base, ty)
                    && !self.is_simple_within(own, of_base)
                {
                    let message = format!("the type is not derived from that of {name}");
                    self.report(codes::DERIVATION, message, ty.span, "restrict the type of its content");
                }
            }
            (AllContent::Simple(_), Method::Extension) => {}
            (AllContent::Elements(particle), Method::Restriction)
                if self.types.is_mixed(base) && self.can_be_empty(&particle) =>
            {
                if ty.is_none() {
                    let message = format!("{name} has no simple content of which this one could be a restriction");
                    self.report(codes::DERIVATION, message, it.base.span, "state its type with `<simpleType>`");
                }
            }
            (AllContent::Empty, Method::Restriction) if self.types.is_mixed(base) && ty.is_some() => {}
            (AllContent::Empty | AllContent::Elements(_), _) => {
                // A type with an error is reported elsewhere.
                if is_complex || self.types.simple(base).is_some() {
                    let message = format!("{name} has no simple content");
                    self.report(codes::DERIVATION, message, it.base.span, "use `<complexContent>`");
                }
            }
        }
    }

    /// Returns the simple type of simple content, as it is declared.
    fn text_type(&self, id: TypeId) -> Option<TypeId> {
        for ty in self.types.bases(id) {
            match self.types.complex(ty).map(|it| &it.content) {
                None => return Some(ty),
                Some(Content::Simple(Some(stated), _)) => return self.schema.find_type(stated),
                Some(Content::Simple(None, _) | Content::Elements(_)) => {}
            }
        }
        None
    }

    fn complex_content(&self, id: TypeId, it: &ComplexType, own: Option<&Particle>, base: TypeId) {
        let definition = self.schema.ty(base);
        let name = type_name(&definition.head);
        if self.types.complex(base).is_none() {
            let message = format!("{name} is a simple type");
            return self.report(codes::DERIVATION, message, it.base.span, "extend it with `<simpleContent>`");
        }
        let of_base = self.types.content(base);
        if let (AllContent::Simple(_), true) = (&of_base, own.is_some() || it.method == Method::Restriction) {
            let message = format!("{name} has simple content, so there are no elements in it");
            return self.report(codes::DERIVATION, message, it.base.span, "use `<simpleContent>`");
        }
        match it.method {
            Method::Extension => self.extension(it, own, base, &of_base),
            Method::Restriction if base != ANY_TYPE => self.restriction(id, it, base, &of_base),
            Method::Restriction => {}
        }
    }

    fn extension(&self, it: &ComplexType, own: Option<&Particle>, base: TypeId, of_base: &AllContent) {
        let of_base_mixed = self.types.is_mixed(base);
        let has_base = of_base_mixed || !matches!(of_base, AllContent::Empty);
        let name = type_name(&self.schema.ty(base).head);
        if has_base && (own.is_some() || it.mixed) && it.mixed != of_base_mixed {
            let (message, help) = match it.mixed {
                true => (format!("the content is mixed, but that of {name} is not"), "remove `mixed`"),
                false => (format!("the content of {name} is mixed, but this one is not"), "add `mixed=\"true\"`"),
            };
            self.report(codes::DERIVATION, message, it.base.span, help);
        }
        if let (Some(own), AllContent::Elements(first)) = (own, of_base)
            && (self.types.is_all(own) || self.types.is_all(first))
        {
            let message = "an `<all>` cannot be extended, nor be an extension";
            self.report(codes::DERIVATION, message, own.span, "use sequences");
        }
    }

    fn restriction(&self, id: TypeId, it: &ComplexType, base: TypeId, of_base: &AllContent) {
        let name = type_name(&self.schema.ty(base).head);
        if it.mixed && !self.types.is_mixed(base) {
            let message = format!("the content is mixed, but that of {name} is not");
            return self.report(codes::DERIVATION, message, it.base.span, "remove `mixed`");
        }
        match (self.types.content(id), of_base) {
            (AllContent::Empty, AllContent::Elements(of_base)) if !self.can_be_empty(of_base) => {
                let message = format!("there are no elements, but {name} requires some");
                self.report(codes::DERIVATION, message, it.base.span, "repeat those that it requires");
            }
            (AllContent::Elements(own), AllContent::Empty) => {
                let message = format!("there are elements, but {name} has none");
                self.report(codes::DERIVATION, message, own.span, "use an extension to add elements");
            }
            (AllContent::Elements(own), AllContent::Elements(of_base)) => self.particle(&own, of_base, &name),
            (_, _) => {}
        }
    }
}
