//! Bindings to the structs of Go files that are the schema: codecs for the structs that they declare. A struct whose members
//! codecs cannot use as they are gets an image and conversions.
//!
//! Design: docs/decisions/0079-existing-go-structs.md

use super::CANNOT_BIND;
use polywire_backend::go::{
    Bound, BoundField, BoundPresence, BoundStruct, BoundType, Conversion, Image, ImageMember, can_be_pointer,
    fields_with_defaults,
};
use polywire_front::zebra::read_source;
use polywire_front::zebra::tree::{FieldDecl, File, Shim, TypeDecl, TypeExpr, TypeKind};
use polywire_ir::types::{FieldType, Named, StructId, StructType, Type, Types};
use polywire_model::Model;
use polywire_source::{Diagnostic, Diagnostics, FileId};
use std::collections::BTreeSet;

/// A name may stand for another one this many times.
const MOST_NAMES: usize = 64;

/// Reads the structs of the Go files that the model was made of, which are of one package. Each is given with the file
/// that errors refer to.
pub fn read(model: &Model, files: &[(&str, FileId)]) -> Result<Bound, Vec<Diagnostic>> {
    let mut diagnostics = Diagnostics::default();
    let read = files.iter().filter_map(|(text, file)| read_source("", *file, text, &mut diagnostics));
    let sources: Vec<File> = read.collect();
    if diagnostics.has_errors() || sources.len() < files.len() {
        return Err(diagnostics.into_sorted());
    }
    let packages: BTreeSet<&str> = sources.iter().map(|source| source.package.text.as_str()).collect();
    if packages.len() > 1 {
        let names: Vec<&str> = packages.into_iter().collect();
        let message = format!("the bound files are of several packages: {}", names.join(", "));
        let problem = Diagnostic::error(CANNOT_BIND, message);
        return Err(vec![problem.help("generate the methods of each package in a command of its own")]);
    }
    let types = Types::of_model(model);
    let mut binder = Binder { model, types: &types, sources: &sources, plain: BTreeSet::new(), problems: Vec::new() };
    let bound = binder.bound();
    if binder.problems.is_empty() { Ok(bound) } else { Err(binder.problems) }
}

struct Binder<'b> {
    model: &'b Model,
    types: &'b Types,
    sources: &'b [File],
    /// The structs that codecs can use as they are.
    plain: BTreeSet<StructId>,
    problems: Vec<Diagnostic>,
}

/// A member, how it becomes one of an image, and whether codecs can use it as it is.
struct Member {
    name: String,
    conversion: Conversion,
    as_it_is: Option<BoundPresence>,
}

/// A conversion, and true if the type is exactly the one that is generated.
type Converted = (Conversion, bool);

impl<'b> Binder<'b> {
    fn bound(&mut self) -> Bound {
        let mut bound = Bound { is_source: true, ..Bound::default() };
        let mut structs = Vec::new();
        for decl in self.declarations() {
            let ty = || BoundType { package: String::new(), name: decl.name.text.clone() };
            match (self.declared(&decl.name.text), &decl.ty.kind) {
                (Some(Named::Enum(id)), _) => drop(bound.enums.insert(id, ty())),
                (Some(Named::Struct(id)), TypeKind::Struct(fields)) => structs.push((id, decl, fields)),
                _ => {}
            }
        }
        if structs.is_empty() {
            let message = "the schema has none of the structs of the bound files";
            self.problems.push(Diagnostic::error(CANNOT_BIND, message).help("give the Go file that is the schema"));
            return bound;
        }
        // A struct is used as it is if those in it are. Each round finds some that are not, or is the last.
        self.plain = structs.iter().map(|(id, ..)| *id).collect();
        loop {
            self.problems.clear();
            let members: Vec<_> = structs.iter().map(|(id, _, fields)| (*id, self.members(*id, fields))).collect();
            let is_plain = |(id, members): &(StructId, Vec<Member>)| {
                members.iter().all(|it| it.as_it_is.is_some()) && fields_with_defaults(self.types, *id).is_empty()
            };
            let plain: BTreeSet<StructId> = members.iter().filter(|it| is_plain(it)).map(|(id, _)| *id).collect();
            if plain == self.plain {
                structs.iter().zip(members).for_each(|((_, decl, _), (id, members))| {
                    add(&mut bound, (id, plain.contains(&id)), decl, members);
                });
                return bound;
            }
            self.plain = plain;
        }
    }

    fn declared(&self, name: &str) -> Option<Named> {
        let package = &self.sources.first()?.package.text;
        self.model.find(&format!("{package}.{name}")).map(|id| self.types.named(id))
    }

    fn declarations(&self) -> impl Iterator<Item = &'b TypeDecl> + use<'b> {
        self.sources.iter().flat_map(|source| &source.types)
    }

    fn declaration(&self, name: &str) -> Option<&'b TypeDecl> {
        self.declarations().find(|decl| decl.name.text == name)
    }

    fn members(&mut self, id: StructId, decls: &'b [FieldDecl]) -> Vec<Member> {
        let types = self.types;
        let StructType { fields, .. } = types.record(id);
        let find = |field: &FieldType| decls.iter().find(|it| it.name.text == field.name && !it.is_left_out());
        fields.iter().filter_map(|field| Some(self.member(field, find(field)?))).collect()
    }

    fn member(&mut self, field: &FieldType, decl: &'b FieldDecl) -> Member {
        let name = decl.name.text.clone();
        let found = match decl.tag.is_interface {
            true => Err(ANY.to_owned()),
            false => self.conversion(&decl.ty, &field.ty),
        };
        let (conversion, is_exact) = found.unwrap_or_else(|reason| {
            let message = format!("codecs cannot use the member `{name}`");
            self.problems.push(Diagnostic::error(CANNOT_BIND, message).at(decl.ty.span, "").help(reason));
            (Conversion::Same, false)
        });
        let is_pointer = |inner: &Conversion| *inner == Conversion::Same && can_be_pointer(field);
        let as_it_is = match &conversion {
            Conversion::Same if is_exact => Some(BoundPresence::Generated),
            Conversion::Pointer(_, inner) if is_exact && is_pointer(inner) => Some(BoundPresence::Pointer),
            _ => None,
        };
        Member { name, conversion, as_it_is }
    }

    /// Returns the conversion of a type as written, or the remedy if there is none.
    fn conversion(&mut self, expr: &'b TypeExpr, ty: &Type) -> Result<Converted, String> {
        if let Some(field) = self.types.nullable(ty) {
            // Such a value is no pointer, except for structs.
            let (conversion, is_exact) = self.conversion(expr, &field.ty)?;
            let is_same = conversion == Conversion::Same && is_exact;
            return Ok((conversion, is_same));
        }
        match &expr.kind {
            TypeKind::Name(name) => self.named(expr, name, ty),
            TypeKind::Pointer(to) if matches!(to.kind, TypeKind::Pointer(_)) => {
                Err("a pointer to a pointer has no counterpart in messages; use one pointer".to_owned())
            }
            TypeKind::Pointer(to) => {
                let (inner, is_exact) = self.conversion(to, ty)?;
                let is_struct = matches!(ty, Type::Struct(_));
                match (is_exact, is_struct) {
                    (true, true) => Ok((Conversion::Same, true)),
                    _ => Ok((Conversion::Pointer(to.text(), Box::new(inner)), is_exact)),
                }
            }
            TypeKind::Slice(element) => match ty {
                Type::Bytes => Ok((Conversion::Same, true)),
                Type::List(of) => Ok(match self.conversion(element, of)? {
                    (Conversion::Same, is_exact) => (Conversion::Same, is_exact),
                    (inner, _) => (Conversion::List(Box::new(inner)), false),
                }),
                _ => Err(OTHER.to_owned()),
            },
            TypeKind::Array(_, element) => match ty {
                Type::FixedBytes(..) => Ok((Conversion::Same, true)),
                Type::Array(of, _) => Ok(match self.conversion(element, of)? {
                    (Conversion::Same, is_exact) => (Conversion::Same, is_exact),
                    (inner, _) => (Conversion::Array(Box::new(inner)), false),
                }),
                _ => Err(OTHER.to_owned()),
            },
            TypeKind::Map(key, value) => self.map(expr, (key, value), ty),
            TypeKind::Struct(fields) => {
                let Type::Struct(id) = ty else { return Err(OTHER.to_owned()) };
                let members = self.members(*id, fields).into_iter().map(Member::converted).collect();
                Ok((Conversion::Members(members), false))
            }
            TypeKind::Interface => Err(ANY.to_owned()),
            TypeKind::Other(_) => Err(OTHER.to_owned()),
        }
    }

    fn map(
        &mut self,
        expr: &'b TypeExpr,
        (key, value): (&'b TypeExpr, &'b TypeExpr),
        ty: &Type,
    ) -> Result<Converted, String> {
        let Type::Map(id) = ty else { return Err("keys of maps have to be integers, booleans or texts".to_owned()) };
        let types = self.types;
        let (of_key, of_value) = types.entry(*id);
        let (of_key, of_value) = (self.conversion(key, of_key)?, self.conversion(value, of_value)?);
        if let ((Conversion::Same, true), (Conversion::Same, true)) = (&of_key, &of_value) {
            return Ok((Conversion::Same, true));
        }
        let names = [expr.text(), key.text(), value.text()];
        Ok((Conversion::Map(names, Box::new([of_key.0, of_value.0])), false))
    }

    fn named(&mut self, expr: &'b TypeExpr, name: &'b str, ty: &Type) -> Result<Converted, String> {
        let mut shims = self.sources.iter().flat_map(|source| &source.shims);
        if let Some(shim) = shims.find(|it| it.name.text == name) {
            return self.shim(shim, ty);
        }
        match name {
            "int" | "uint" => return Ok((Conversion::CastWord(name.to_owned()), false)),
            "time.Time" => return Ok((Conversion::Time, false)),
            "complex64" | "complex128" => return Ok((Conversion::Complex(name.to_owned()), false)),
            "any" | "interface{}" => return Err(ANY.to_owned()),
            _ if name.contains('.') && !SAME.contains(&name) => {
                return Err(format!(
                    "`{name}` is of another package; convert it: `//msgp:shim {name} as:TYPE using:TO/FROM`"
                ));
            }
            _ => {}
        }
        let Some(decl) = self.declaration(name) else {
            let is_same = SAME.contains(&name);
            return if is_same {
                Ok((Conversion::Same, true))
            } else {
                Err(format!("declare `{name}` in this file, or bind its file, too"))
            };
        };
        match (self.declared(name), ty) {
            (Some(Named::Struct(id)), Type::Struct(_)) => {
                let is_plain = self.plain.contains(&id);
                Ok((if is_plain { Conversion::Same } else { Conversion::Image }, is_plain))
            }
            (Some(Named::Enum(_)), Type::Enum(_)) => Ok((Conversion::Same, true)),
            _ => self.other_name(expr, decl, ty),
        }
    }

    /// Converts a name that stands for another type.
    fn other_name(&mut self, expr: &'b TypeExpr, decl: &'b TypeDecl, ty: &Type) -> Result<Converted, String> {
        let mut of = decl;
        for _ in 0..MOST_NAMES {
            let next = match &of.ty.kind {
                TypeKind::Name(name) => self.declaration(name),
                _ => None,
            };
            match next {
                Some(next) if !matches!(next.ty.kind, TypeKind::Struct(_)) => of = next,
                _ => break,
            }
        }
        let is_name = matches!(of.ty.kind, TypeKind::Name(_));
        let (conversion, _) = self.conversion(&of.ty, ty)?;
        Ok(match conversion {
            Conversion::CastWord(_) => (Conversion::CastWord(expr.text()), false),
            Conversion::Same | Conversion::Cast(_) if is_name => (Conversion::Cast(expr.text()), false),
            Conversion::Complex(_) => (Conversion::Complex(expr.text()), false),
            Conversion::Map([_, key, value], inner) => (Conversion::Map([expr.text(), key, value], inner), false),
            // A type without a name is assigned to and from.
            Conversion::Same | Conversion::List(_) | Conversion::Array(_) => (conversion, false),
            _ => return Err(format!("convert it: `//msgp:shim {0} as:{1} using:TO/FROM`", expr.text(), of.ty.text())),
        })
    }

    fn shim(&mut self, shim: &'b Shim, ty: &Type) -> Result<Converted, String> {
        let name = &shim.name.text;
        if shim.returns_errors {
            return Err(format!("conversions of `{name}` may not return errors; leave `mode:convert` out"));
        }
        let Some((to, from)) = &shim.using else {
            return Err(format!("say how `{name}` is converted: `using:TO/FROM`"));
        };
        let (inner, _) = self.conversion(&shim.base, ty)?;
        let functions = [to.clone(), from.clone(), shim.base.text()];
        Ok((Conversion::Functions(functions, Box::new(inner)), false))
    }
}

/// Types that Go declares and that generated structs have, too.
const SAME: &[&str] = &[
    "bool",
    "byte",
    "float32",
    "float64",
    "int16",
    "int32",
    "int64",
    "int8",
    "rune",
    "string",
    "time.Duration",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
];

const ANY: &str = "give it a type: codecs do not know that of a value in an interface";
const OTHER: &str = "messages have another type here; leave the member out by `msg:\"-\"`";

impl Member {
    fn converted(self) -> ImageMember {
        ImageMember { name: self.name, conversion: self.conversion }
    }
}

fn add(bound: &mut Bound, (id, is_plain): (StructId, bool), decl: &TypeDecl, members: Vec<Member>) {
    if is_plain {
        let ty = BoundType { package: String::new(), name: decl.name.text.clone() };
        let field = |it: Member| BoundField { name: it.name, presence: it.as_it_is.unwrap_or_default() };
        let fields = members.into_iter().map(field).collect();
        bound.structs.insert(id, BoundStruct { ty, fields });
    } else {
        let members = members.into_iter().map(Member::converted).collect();
        bound.images.insert(id, Image { of: decl.name.text.clone(), members });
    }
}
