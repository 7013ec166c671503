//! Places in existing classes; see [`crate::cpp::bound`].

use super::Printer;
use super::precedence as prec;
use crate::cpp::bound::{Access, BoundField, BoundPresence};
use crate::cpp::ownership::Ownership;
use polywire_ir::types::{EnumId, Type};
use polywire_ir::{Expr as Ir, Place, SiteId, Step};
use polywire_srcgen::Expr;

/// The place of a field in such a class.
pub(super) struct BoundPlace<'m> {
    pub field: &'m BoundField,
    /// The object with the field.
    owner: Place,
}

/// Returns the member through which a value is accessed.
pub(super) fn accessor(access: &Access) -> String {
    match access {
        Access::Member(name) => name.clone(),
        Access::Reference(name) | Access::Property { get: name, .. } => format!("{name}()"),
    }
}

impl<'m> Printer<'m> {
    /// Returns the field at a place, or the optional field whose value is there.
    pub(super) fn bound_place(&self, place: &Place) -> Option<BoundPlace<'m>> {
        let mut steps = place.steps.clone();
        if steps.last() == Some(&Step::Some) {
            steps.pop();
        }
        let Some(Step::Field(index)) = steps.pop() else { return None };
        let owner = Place { root: place.root, steps };
        let Some(Type::Struct(id)) = self.place_type(&owner) else { return None };
        self.unit.binding.field(*id, index).map(|field| BoundPlace { field, owner })
    }

    /// Returns an optional field that is not a `std::optional`.
    pub(super) fn plain_optional(&self, place: &Place) -> Option<BoundPlace<'m>> {
        let bound = self.bound_place(place)?;
        (bound.field.presence != BoundPresence::Optional).then_some(bound)
    }

    /// Returns true if the list at a place supports neither addresses nor indices.
    pub(super) fn is_sequence(&self, list: &Place) -> bool {
        self.bound_place(list).is_some_and(|bound| bound.field.is_sequence)
    }

    /// Returns the member of an object.
    fn member_of(&mut self, owner: &Place, name: &str) -> String {
        let object = self.place(owner);
        format!("{}.{name}", object.within(prec::POSTFIX))
    }

    /// Returns a test for the presence of a plain optional.
    pub(super) fn plain_presence(&mut self, bound: &BoundPlace<'m>) -> Expr {
        match &bound.field.presence {
            BoundPresence::Flag(flag) => Expr::atom(self.member_of(&bound.owner, flag)),
            BoundPresence::Always | BoundPresence::Optional => Expr::atom("true"),
        }
    }

    /// Prints that a plain optional becomes present.
    pub(super) fn make_present(&mut self, bound: &BoundPlace<'m>) {
        if let BoundPresence::Flag(flag) = &bound.field.presence {
            let flag = self.member_of(&bound.owner, flag);
            self.out.line(format!("{flag} = true;"));
        }
    }

    /// Makes a plain optional present; if nothing else resets its value, it is reset when it was absent.
    pub(super) fn open_plain(&mut self, place: &Place, bound: &BoundPlace<'m>, is_reset: bool) {
        if !is_reset && matches!(bound.field.presence, BoundPresence::Flag(_)) {
            let present = self.plain_presence(bound);
            let resets = self.reset_statement(&place.some());
            self.out.block(format!("if (!{present}) {{"), "}", |out| resets.iter().for_each(|it| out.line(it)));
        }
        self.make_present(bound);
    }

    /// Returns a view of the characters of an array, or of an accessor's text.
    pub(super) fn view(&self, place: &Place, object: Expr) -> Expr {
        let is_text = matches!(self.place_type(place), Some(Type::Text { .. }));
        match self.bound_place(place).filter(|_| is_text) {
            Some(bound) if bound.field.array.is_some() => Expr::call("::polywire::bound::text_of", [object]),
            Some(BoundPlace { field: BoundField { access: Access::Property { .. }, .. }, .. }) => {
                Expr::call("::std::string_view", [object])
            }
            _ => object,
        }
    }

    /// Sets a text in an array or by an accessor; returns false for other places.
    pub(super) fn set_bound_text(&mut self, place: &Place, value: &Ir, verify: bool, site: SiteId) -> bool {
        let Some(bound) = self.bound_place(place) else { return false };
        let is_property = matches!(bound.field.access, Access::Property { .. });
        if bound.field.array.is_none() && !is_property {
            return false;
        }
        self.make_present(&bound);
        let (text, name) = (self.bytes(value), self.name("text"));
        self.out.line(format!("const bytes {name} = {text};"));
        if verify {
            self.require(&format!("!leaf::utf8_valid({name})"), "invalid_utf8", site);
        }
        let line = match &bound.field.access {
            Access::Property { set, .. } => {
                let setter = self.member_of(&bound.owner, set);
                let text = match self.unit.names.ownership {
                    Ownership::Owned => format!("::std::string(as_text({name}))"),
                    Ownership::Borrowed => format!("::polywire::bound::given{{as_text({name})}}"),
                };
                format!("{setter}({text});")
            }
            access => {
                let member = self.member_of(&bound.owner, &accessor(access));
                format!("::polywire::bound::assign({member}, {name});")
            }
        };
        self.out.line(line);
        true
    }

    /// Sets a scalar to a C++ value.
    pub(super) fn assign_scalar(&mut self, place: &Place, value: &str) -> String {
        let bound = self.bound_place(place);
        if let Some(BoundPlace { field: BoundField { access: Access::Property { set, .. }, .. }, owner }) = &bound {
            let setter = self.member_of(owner, set);
            return format!("{setter}({value});");
        }
        let target = self.place(place);
        format!("{target} = {value};")
    }

    /// Returns the statements that reset a place in a bound class, if they differ from those of a generated one.
    pub(super) fn reset_bound(&mut self, place: &Place) -> Option<Vec<String>> {
        let bound = self.bound_place(place)?;
        if self.is_optional(place) {
            return match &bound.field.presence {
                BoundPresence::Optional => None,
                BoundPresence::Always => Some(self.reset_statement(&place.some())),
                BoundPresence::Flag(flag) => Some(vec![format!("{} = false;", self.member_of(&bound.owner, flag))]),
            };
        }
        if !matches!(self.place_type(place), Some(Type::Text { .. })) {
            return None;
        }
        let first = self.first_value(place).unwrap_or_else(|| "\"\"".into());
        match (&bound.field.access, bound.field.array) {
            (Access::Property { set, .. }, _) => Some(vec![format!("{}({first});", self.member_of(&bound.owner, set))]),
            (access, Some(_)) => {
                let member = self.member_of(&bound.owner, &accessor(access));
                Some(vec![format!("::polywire::bound::assign({member}, literal({first}));")])
            }
            (Access::Member(_) | Access::Reference(_), None) => None,
        }
    }

    /// Returns true if an enum's numbers differ from those in the schema.
    pub(super) fn is_mapped(&self, id: EnumId) -> bool {
        self.unit.names.enumeration(id).is_mapped
    }
}
