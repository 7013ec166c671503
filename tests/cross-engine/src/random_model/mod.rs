//! Random schemas: structs, enums and unions of everything that a group of formats can hold.

mod label;
mod member;
mod ty;

use polywire::random::Random;
use polywire_model::attr::{SbeMessage, StructAttrs};
use polywire_model::{Decl, DeclId, DeclKind, Model, Struct, Type, Union};
use polywire_test_models::make;
use std::collections::BTreeMap;

/// The kinds of types in a schema, and the formats that support all of them.
pub struct Palette {
    /// Name for messages.
    pub name: &'static str,
    /// Formats that must accept every schema of the palette.
    pub formats: &'static [&'static str],
    unions: Unions,
    /// True for arrays of fixed length, lists of lists, optional lists and unions.
    compound: bool,
    /// True for fields that contain their own struct without a list in between.
    recursion: bool,
    /// True for optional scalars.
    absent_scalars: bool,
    /// Absence is a null value, so that structs made only of null values are absent.
    pub null_values: bool,
    /// True for negative enumerators.
    negative_enumerators: bool,
}

/// The unions of a palette.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unions {
    /// As fields, with anything but lists.
    Members,
    /// Anywhere, with anything.
    Everywhere,
}

/// Every wire format supports at least one of these.
pub const PALETTES: &[Palette] = &[
    Palette {
        name: "everything",
        formats: &[
            "raw",
            "json_plain",
            "json",
            "msgpack",
            "cdr",
            "cdr_le",
            "xcdr1",
            "xcdr2",
            "fbe",
            "fbe_final",
            "flatbuffers",
            "protobuf",
            "protobuf_text",
            "xml",
            "avro",
        ],
        unions: Unions::Everywhere,
        compound: true,
        recursion: true,
        absent_scalars: true,
        null_values: false,
        negative_enumerators: true,
    },
    Palette {
        name: "records",
        formats: &["raw", "json_plain", "json", "protobuf", "avro", "msgpack", "zebrapack", "cdr"],
        unions: Unions::Members,
        compound: false,
        recursion: true,
        absent_scalars: true,
        null_values: false,
        negative_enumerators: true,
    },
    Palette {
        name: "pointers",
        formats: &["raw", "json_plain", "capnp", "capnp_packed", "capnp_canonical", "flatbuffers", "protobuf"],
        unions: Unions::Everywhere,
        compound: true,
        recursion: true,
        absent_scalars: false,
        null_values: false,
        negative_enumerators: false,
    },
    Palette {
        name: "blocks",
        formats: &["raw", "json_plain", "sbe", "protobuf", "avro"],
        unions: Unions::Everywhere,
        compound: true,
        recursion: false,
        absent_scalars: true,
        null_values: true,
        negative_enumerators: false,
    },
];

/// Returns the schema of a seed; [`random_messages`] returns its message types.
pub fn random_model(palette: &Palette, seed: u64) -> Model {
    random_models(palette, seed..seed + 1)
}

/// Returns the schemas of several seeds as one, each in its own module, so that one program can hold many.
pub fn random_models(palette: &Palette, seeds: impl IntoIterator<Item = u64>) -> Model {
    let mut model = Model::default();
    for seed in seeds {
        let (module, first) = (format!("seed{seed}"), model.decls.len());
        Maker { palette, module, first, open: None, random: Random::new(seed) }.declare_all(&mut model);
    }
    model.cut_cycles();
    model
}

/// Returns the message types of such a model: the last struct of each seed that is not a map entry.
pub fn random_messages(model: &Model) -> Vec<String> {
    let is_message = |decl: &&Decl| matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared());
    let messages = model.decls.iter().filter(is_message);
    messages.map(|decl| (&decl.module, decl.path())).collect::<BTreeMap<_, _>>().into_values().collect()
}

struct Maker<'p> {
    palette: &'p Palette,
    module: String,
    /// The first declaration of this seed.
    first: usize,
    /// The struct whose fields are being generated.
    open: Option<DeclId>,
    random: Random,
}

impl Maker<'_> {
    fn declare_all(mut self, model: &mut Model) {
        for _ in 0..=self.random.below(2) {
            let it = self.enumeration();
            self.declare(model, "E", it);
        }
        if self.one_in(3) {
            let flags = make::flags(&[("ONE", 1), ("TWO", 2), ("EIGHTH", 128)]);
            self.declare(model, "F", flags);
        }
        if self.one_in(3) {
            let it = member::constant(&mut self, model);
            self.declare(model, "K", DeclKind::Constant(it));
        }
        for _ in 0..=self.random.below(3) {
            self.add_struct(model, 0);
            if self.one_in(2) {
                self.add_union(model);
            }
        }
        self.add_struct(model, 3);
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn declare(&mut self, model: &mut Model, prefix: &str, kind: DeclKind) -> DeclId {
        // Rust has all types of a file in one module.
        let name = format!("{prefix}{}", model.decls.len());
        model.add(Decl {
            file: String::new(),
            module: vec![self.module.clone()],
            name: vec![name],
            doc: String::new(),
            deprecated: false,
            span: Default::default(),
            kind,
        })
    }

    fn enumeration(&mut self) -> DeclKind {
        let lowest = if self.palette.negative_enumerators { -3 } else { 0 };
        let mut number = if self.one_in(3) { lowest } else { 0 };
        let mut members = Vec::new();
        for name in &MEMBERS[..=self.random.below(MEMBERS.len())] {
            members.push((*name, number));
            number += 1 + self.random.below(2) as i64 * self.random.below(90) as i64;
        }
        make::enumeration(self.one_in(2), &members)
    }

    fn add_struct(&mut self, model: &mut Model, least: usize) {
        // Fields may refer to the struct itself, so it is declared first.
        let id = self.declare(model, "S", DeclKind::Struct(Struct::default()));
        let sbe_message = Some(SbeMessage { template_id: id.0 as u16 + 1, schema_id: 7, version: 0 });
        let attrs = StructAttrs { sbe_message, ..StructAttrs::default() };
        let count = least + self.random.below(6);
        self.open = Some(id);
        let fields = member::fields(self, model, id, count);
        self.open = None;
        let it = Struct { fields, keeps_unknown: self.one_in(2), attrs, ..Struct::default() };
        model.decls[id.0 as usize].kind = DeclKind::Struct(it);
    }

    /// Returns a value that may be null.
    fn nullable(&mut self, model: &mut Model, ty: Type) -> Type {
        let mut it = Struct::nullable(member::value(self, ty));
        it.attrs.sbe_message = Some(SbeMessage { template_id: model.decls.len() as u16 + 1, schema_id: 7, version: 0 });
        Type::Named(self.declare(model, "N", DeclKind::Struct(it)))
    }

    fn entry(&mut self, model: &mut Model, key: Type, value: Type) -> DeclId {
        let it = member::entry(self, key, value);
        self.declare(model, "M", DeclKind::Struct(it))
    }

    /// Every third union has a discriminator, and labels for its cases.
    fn add_union(&mut self, model: &mut Model) {
        let count = 2 + self.random.below(4);
        let cases = (0..count).map(|index| member::case(self, model, index)).collect();
        let mut it = Union { cases, ..Union::default() };
        if self.one_in(3) {
            label::add(self, model, &mut it);
        }
        let id = self.declare(model, "U", DeclKind::Union(it));
        let first = model.decls.len();
        model.keep_labels(id);
        for (at, decl) in model.decls.iter_mut().enumerate().skip(first) {
            let DeclKind::Struct(it) = &mut decl.kind else { continue };
            it.attrs.sbe_message = Some(SbeMessage { template_id: at as u16 + 1, schema_id: 7, version: 0 });
            it.fields.iter_mut().zip(1..).for_each(|(field, number)| member::number(self, field, number));
        }
    }
}

/// Names of enumerators.
const MEMBERS: &[&str] = &["ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON"];
