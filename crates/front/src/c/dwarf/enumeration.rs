//! Enums.

use super::entry::{Entry, Place};
use super::reader::{Reader, is_identifier};
use crate::c::tree::{EnumId, Enumeration, Enumerator, Type};
use polywire_model::c::{CEnum, CScalar};
use polywire_source::Span;

impl Reader<'_> {
    /// Returns an enum, or an integer if its numbers do not tell its width.
    pub(super) fn enumeration(&mut self, place: Place, entry: &Entry) -> gimli::Result<Type> {
        let found = match self.enums.get(&place) {
            Some(found) => *found,
            None => self.new_enumeration(place, entry)?,
        };
        Ok(match (found, entry.size) {
            (Some(id), _) => Type::Enum(id),
            (None, Some(size @ (1 | 2 | 4 | 8))) => {
                Type::Scalar(CScalar::Exact { bits: 8 * size as u8, signed: self.is_signed(place)? })
            }
            (None, _) => Type::Unsupported("enum".to_owned()),
        })
    }

    fn new_enumeration(&mut self, place: Place, entry: &Entry) -> gimli::Result<Option<EnumId>> {
        let key = self.key(place, entry);
        if let Some(id) = key.as_ref().and_then(|key| self.known_enums.get(key)) {
            self.enums.insert(place, *id);
            return Ok(*id);
        }
        let made = self.made(place, entry)?;
        self.enums.insert(place, made);
        key.map(|key| self.known_enums.insert(key, made));
        Ok(made)
    }

    fn made(&mut self, place: Place, entry: &Entry) -> gimli::Result<Option<EnumId>> {
        let Some(members) = self.enumerators(place)?.filter(|it| !it.is_empty()) else { return Ok(None) };
        let numbers = || members.iter().map(|it| it.number);
        let facts = CEnum {
            packed: false,
            min: numbers().min().unwrap_or_default(),
            max: numbers().max().unwrap_or_default().max(0) as u64,
        };
        let fits = |facts: &CEnum| Some(facts.shape(self.abi).size) == entry.size;
        let facts = [facts, CEnum { packed: true, ..facts }].into_iter().find(fits);
        let Some(facts) = facts else { return Ok(None) };
        let declared = self.declared(place, entry);
        self.unit.enums.push(Enumeration { declared, members: Some(members), facts });
        Ok(Some(EnumId(self.unit.enums.len() - 1)))
    }

    /// Returns the enumerators; `None` if one has no name of C, or a number that a model cannot have.
    fn enumerators(&self, place: Place) -> gimli::Result<Option<Vec<Enumerator>>> {
        let children = self.units.children(place)?;
        let members = children.into_iter().filter(|(_, it)| it.tag == gimli::DW_TAG_enumerator);
        let member = |(_, it): (Place, Entry)| {
            let name = it.name.filter(|name| is_identifier(name))?;
            let number = i64::try_from(it.value?).ok()?;
            Some(Enumerator { name, number, span: Span::default(), doc: String::new(), deprecated: false })
        };
        Ok(members.map(member).collect())
    }

    fn is_signed(&self, place: Place) -> gimli::Result<bool> {
        let children = self.units.children(place)?;
        Ok(children.iter().any(|(_, it)| it.value.is_some_and(|value| value < 0)))
    }
}
