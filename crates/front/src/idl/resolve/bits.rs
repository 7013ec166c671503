//! Bitsets (IDL 4.2, clause 7.4.13.4.3.2).

use super::facts::{State, What};
use super::scope::Target;
use super::types::Usage;
use super::{Head, Resolver};
use crate::idl::ast::{BitfieldDecl, BitsetDecl};
use crate::idl::codes;
use crate::idl::tree::{Bitfield, Bitset, DefId, Kind, Type};
use polywire_source::Diagnostic;

impl Resolver<'_> {
    pub fn bitset(&mut self, decl: &BitsetDecl, head: Head) -> DefId {
        let base = decl.base.as_ref().and_then(|base| self.base(base, What::Bitset));
        let id = self.define(&decl.name, head, What::Bitset, State::Open);
        let fields: Vec<Bitfield> =
            self.inside(id, &decl.name, base, |it| decl.fields.iter().flat_map(|field| it.bitfields(field)).collect());
        let inherited = base.map_or(0, |base| self.bits_of(base));
        let bits = inherited + fields.iter().map(|field| u64::from(field.bits)).sum::<u64>();
        if bits > 64 {
            let error = Diagnostic::error(codes::VALUE, format!("the bitset has {bits} bits")).at(decl.name.span, "");
            self.diagnostics.push(error.help("a bitset has at most 64 bits: split it"));
        }
        self.facts[id.0].state = State::Complete;
        self.specification.definitions[id.0].kind = Kind::Bitset(Bitset { base, fields });
        id
    }

    fn bits_of(&self, id: DefId) -> u64 {
        let (mut bits, mut next) = (0, Some(id));
        while let Some(id) = next {
            let Kind::Bitset(bitset) = &self.specification.definitions[id.0].kind else { break };
            bits += bitset.fields.iter().map(|field| u64::from(field.bits)).sum::<u64>();
            next = bitset.base;
        }
        bits
    }

    fn bitfields(&mut self, decl: &BitfieldDecl) -> Vec<Bitfield> {
        let ty = decl.ty.as_ref().and_then(|ty| self.type_of(ty, Usage::Value));
        let Some(bits) = self.size(&decl.bits) else { return Vec::new() };
        let most = match ty.as_ref().map(|ty| self.underlying(ty)) {
            Some(Type::Boolean) => 1,
            Some(Type::Octet) => 8,
            Some(Type::Int { bits, .. }) => u32::from(bits),
            Some(_) => {
                let error = Diagnostic::error(codes::TYPE, "bits are a boolean, an octet or an integer");
                self.diagnostics.push(error.at(decl.span, "").help("write such a type, or none"));
                64
            }
            None => 64,
        };
        if bits > most {
            let error = Diagnostic::error(codes::VALUE, format!("the field has {bits} bits, but at most {most} fit"));
            self.diagnostics.push(error.at(decl.bits.span, "").help("write a smaller number, or another type"));
            return Vec::new();
        }
        for name in &decl.names {
            self.declare(name, Target::Member);
        }
        let names = decl.names.iter().map(|name| (Some(name.text.clone()), name.span));
        let unnamed = decl.names.is_empty().then_some((None, decl.span));
        let field = |(name, span)| Bitfield { name, bits: bits as u8, ty: ty.clone(), doc: decl.doc.clone(), span };
        names.chain(unnamed).map(field).collect()
    }
}
