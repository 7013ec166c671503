//! Images of existing structs: generated structs that codecs read and write, and the conversions between both, for members
//! whose types codecs do not know, such as `int` and `time.Time`.
//!
//! Design: docs/decisions/0079-existing-go-structs.md

use super::names::StructNames;
use super::native::{Held, Printer, held};
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_srcgen::Source;

/// An existing struct of the codec's package, and how each member becomes that of the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The name of the existing struct.
    pub of: String,
    /// The members for the fields of the schema.
    pub members: Vec<ImageMember>,
}

/// A member of an existing struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageMember {
    /// Its name.
    pub name: String,
    /// How its value becomes that of the image.
    pub conversion: Conversion,
}

/// How a value of an existing type becomes that of a generated one, and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// It can be assigned.
    Same,
    /// Go converts it; the existing type.
    Cast(String),
    /// The same for a type whose width is that of the machine.
    CastWord(String),
    /// `time.Time`, from seconds since 1970 and nanoseconds.
    Time,
    /// A complex number of a type, from its parts.
    Complex(String),
    /// Functions of the program convert it to a value of another type and back: both, that type, and its conversion.
    Functions([String; 3], Box<Conversion>),
    /// A list: the conversion of elements.
    List(Box<Conversion>),
    /// An array: the conversion of elements.
    Array(Box<Conversion>),
    /// A map: the existing type of it, of keys and of values, and the conversions of keys and values.
    Map([String; 3], Box<[Conversion; 2]>),
    /// A pointer, which is nil if there is no value: the type that it points to, and the conversion of that.
    Pointer(String, Box<Conversion>),
    /// A struct with an image.
    Image,
    /// A struct without a name: its members.
    Members(Vec<ImageMember>),
}

/// Prints the conversions of an existing struct to its image and back.
pub(super) fn conversions(out: &mut Source, id: StructId, printer: &mut Printer<'_>) {
    let (record, names) = (printer.types.record(id), printer.names.record(id));
    let Some(image) = &names.image else { return };
    let local = &names.name.local;
    if image.members.iter().any(|member| member.conversion.has_words()) {
        out.blank();
        out.line(format!("// int and uint need 64 bits for the numbers of {}.", image.of));
        out.line("const _ = ^uint(0)>>63 - 1");
    }
    let ways = [
        ("fill", Way::ToImage, "sets the image to that of v"),
        ("store", Way::FromImage, "sets v to the value of the image"),
    ];
    for (name, way, does) in ways {
        out.blank();
        out.line(format!("// {name} {does}."));
        out.block(format!("func (image *{local}) {name}(v *{}) {{", image.of), "}", |out| {
            let mut body = Body { out, printer: &mut *printer, way, level: 0 };
            body.members(("image", "v"), (&record.fields, &names.fields), &image.members);
        });
    }
    if let Some(spares) = &names.spares {
        release(out, (local, spares), image.lists(&record.fields, &names.fields), &printer.runtime());
    }
}

/// Prints the variable for images whose memory is used again, and the method that gives one back.
fn release(out: &mut Source, (image, spares): (&str, &str), lists: Vec<&str>, runtime: &str) {
    out.blank();
    out.line(format!("var {spares} {runtime}.Spares[{image}]"));
    out.blank();
    out.line("// release gives the image back, with the memory of its lists and nothing that a value refers to.");
    out.block(format!("func (image *{image}) release() {{"), "}", |out| {
        out.line("old := *image");
        out.line(format!("*image = {image}{{}}"));
        lists.iter().for_each(|list| out.line(format!("image.{list} = {runtime}.Emptied(old.{list})")));
        out.line(format!("{spares}.Put(image)"));
    });
}

impl Image {
    /// Returns true if members are lists of the image alone, because their elements are converted.
    pub(super) fn has_lists(&self, fields: &[FieldType]) -> bool {
        self.members.iter().zip(fields).any(is_list)
    }

    /// The names of these members in the image.
    fn lists<'n>(&self, fields: &[FieldType], names: &'n [String]) -> Vec<&'n str> {
        let members = self.members.iter().zip(fields).zip(names);
        members.filter(|(member, _)| is_list(*member)).map(|(_, name)| name.as_str()).collect()
    }
}

fn is_list((member, field): (&ImageMember, &FieldType)) -> bool {
    matches!(member.conversion, Conversion::List(..)) && held(field) == Held::Plain
}

impl Conversion {
    /// Returns true if numbers could be too large for a type on some machines.
    fn has_words(&self) -> bool {
        match self {
            Self::CastWord(_) => true,
            Self::Same | Self::Cast(_) | Self::Time | Self::Complex(_) | Self::Image => false,
            Self::Functions(_, inner) | Self::List(inner) | Self::Array(inner) | Self::Pointer(_, inner) => {
                inner.has_words()
            }
            Self::Map(_, inner) => inner.iter().any(Self::has_words),
            Self::Members(members) => members.iter().any(|member| member.conversion.has_words()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ToImage,
    FromImage,
}

/// The statements of a conversion.
struct Body<'b, 'p> {
    out: &'b mut Source,
    printer: &'b mut Printer<'p>,
    way: Way,
    /// The number of loops around the statement.
    level: usize,
}

impl Body<'_, '_> {
    fn members(
        &mut self,
        (image, value): (&str, &str),
        (fields, names): (&[FieldType], &[String]),
        members: &[ImageMember],
    ) {
        for ((field, name), member) in fields.iter().zip(names).zip(members) {
            let (image, value) = (format!("{image}.{name}"), format!("{value}.{}", member.name));
            self.convert(&image, &value, (&field.ty, held(field)), &member.conversion);
        }
    }

    /// Prints the conversion of a value at two places.
    fn convert(&mut self, image: &str, value: &str, (ty, held): (&Type, Held), conversion: &Conversion) {
        // A value that may be null is a struct of the IR only.
        if let Some(field) = self.printer.types.nullable(ty) {
            return self.convert(image, value, (&field.ty, self::held(field)), conversion);
        }
        match conversion {
            Conversion::Same => self.assign(image, value),
            Conversion::Cast(to) | Conversion::CastWord(to) => {
                let of_image = self.printer.value_type(ty);
                match self.way {
                    Way::ToImage => self.out.line(format!("{} = {of_image}({})", whole(image), whole(value))),
                    Way::FromImage => self.out.line(format!("{} = {to}({})", whole(value), whole(image))),
                }
            }
            Conversion::Time => self.time(image, value, ty),
            Conversion::Complex(of) => self.complex(image, value, (ty, of)),
            Conversion::Functions(functions, inner) => self.functions((image, value), (ty, held), functions, inner),
            Conversion::List(inner) => self.list((image, value), ty, inner),
            Conversion::Array(inner) => self.elements((image, value), ty, inner),
            Conversion::Map(of, inner) => self.map((image, value), ty, (of, inner)),
            Conversion::Pointer(to, inner) => self.pointer((image, value), (ty, held), (to, inner)),
            Conversion::Image => {
                let call = if self.way == Way::ToImage { "fill" } else { "store" };
                self.out.line(format!("{image}.{call}(&{value})"));
            }
            Conversion::Members(members) => {
                let Type::Struct(id) = ty else { return };
                let (record, names) = (self.printer.types.record(*id), self.printer.names.record(*id));
                self.members((image, value), (&record.fields, &names.fields), members);
            }
        }
    }

    fn assign(&mut self, image: &str, value: &str) {
        self.out.line(match self.way {
            Way::ToImage => format!("{} = {}", whole(image), whole(value)),
            Way::FromImage => format!("{} = {}", whole(value), whole(image)),
        });
    }

    fn time(&mut self, image: &str, value: &str, ty: &Type) {
        let of_image = self.printer.value_type(ty);
        let [seconds, nanos] = self.parts(ty);
        self.printer.imports.standard("time");
        self.out.line(match self.way {
            Way::ToImage => {
                let image = whole(image);
                format!("{image} = {of_image}{{{seconds}: {value}.Unix(), {nanos}: int32({value}.Nanosecond())}}")
            }
            Way::FromImage => {
                format!("{} = time.Unix({image}.{seconds}, int64({image}.{nanos})).UTC()", whole(value))
            }
        });
    }

    fn complex(&mut self, image: &str, value: &str, (ty, of): (&Type, &str)) {
        let of_image = self.printer.value_type(ty);
        let [re, im] = self.parts(ty);
        self.out.line(match self.way {
            Way::ToImage => {
                let (image, value) = (whole(image), whole(value));
                format!("{image} = {of_image}{{{re}: real({value}), {im}: imag({value})}}")
            }
            Way::FromImage => format!("{} = {of}(complex({image}.{re}, {image}.{im}))", whole(value)),
        });
    }

    /// The names of the two members of a generated struct.
    fn parts(&self, ty: &Type) -> [String; 2] {
        let names = match ty {
            Type::Struct(id) => self.printer.names.record(*id).fields.clone(),
            _ => Vec::new(),
        };
        let mut names = names.into_iter();
        [names.next().unwrap_or_default(), names.next().unwrap_or_default()]
    }

    fn functions(
        &mut self,
        (image, value): (&str, &str),
        shape: (&Type, Held),
        [to, from, base]: &[String; 3],
        inner: &Conversion,
    ) {
        if *inner == Conversion::Same {
            return self.out.line(match self.way {
                Way::ToImage => format!("{} = {to}({})", whole(image), whole(value)),
                Way::FromImage => format!("{} = {from}({})", whole(value), whole(image)),
            });
        }
        let name = self.name("base");
        self.block("{", |body| match body.way {
            Way::ToImage => {
                body.out.line(format!("{name} := {to}({})", whole(value)));
                body.convert(image, &name, shape, inner);
            }
            Way::FromImage => {
                body.out.line(format!("var {name} {base}"));
                body.convert(image, &name, shape, inner);
                body.out.line(format!("{} = {from}({name})", whole(value)));
            }
        });
    }

    fn list(&mut self, (image, value): (&str, &str), ty: &Type, inner: &Conversion) {
        let (target, source) = match self.way {
            Way::ToImage => (image, value),
            Way::FromImage => (value, image),
        };
        // The memory of the old elements is used again.
        let runtime = self.printer.runtime();
        self.out.line(format!("{0} = {runtime}.Elements({0}, len({1}))", whole(target), whole(source)));
        self.elements((image, value), ty, inner);
    }

    fn elements(&mut self, (image, value): (&str, &str), ty: &Type, inner: &Conversion) {
        let (Type::List(element) | Type::Array(element, _)) = ty else { return };
        let index = self.name("i");
        self.block(&format!("for {index} := range {} {{", whole(image)), |body| {
            let (image, value) = (format!("{image}[{index}]"), format!("{value}[{index}]"));
            body.convert(&image, &value, (element, Held::Plain), inner);
        });
    }

    fn map(&mut self, (image, value): (&str, &str), ty: &Type, (of, inner): (&[String; 3], &[Conversion; 2])) {
        let Type::Map(id) = ty else { return };
        let types = self.printer.types;
        let (key_type, value_type) = types.entry(*id);
        let of_image = [ty, key_type, value_type].map(|ty| self.printer.value_type(ty));
        let (target, made, source) = match self.way {
            Way::ToImage => (image, &of_image, value),
            Way::FromImage => (value, of, image),
        };
        let [key, item, new_key, new_item] = ["key", "item", "newKey", "newItem"].map(|name| self.name(name));
        let runtime = self.printer.runtime();
        self.out.line(format!("{0} = {runtime}.EmptiedMap({0}, len({1}))", whole(target), whole(source)));
        self.block(&format!("for {key}, {item} := range {} {{", whole(source)), |body| {
            body.out.line(format!("var {new_key} {}", made[1]));
            body.out.line(format!("var {new_item} {}", made[2]));
            let pairs = [(&key, &new_key, key_type, &inner[0]), (&item, &new_item, value_type, &inner[1])];
            for (old, new, ty, conversion) in pairs {
                let (image, value) = if body.way == Way::ToImage { (new, old) } else { (old, new) };
                body.convert(image, value, (ty, Held::Plain), conversion);
            }
            body.out.line(format!("{target}[{new_key}] = {new_item}"));
        });
    }

    fn pointer(&mut self, (image, value): (&str, &str), (ty, held): (&Type, Held), (to, inner): (&str, &Conversion)) {
        let made = self.name("made");
        let of_image = self.printer.value_type(ty);
        if held != Held::Optional {
            return match self.way {
                Way::ToImage => {
                    self.out.line(format!("{image} = nil"));
                    self.block(&format!("if {value} != nil {{"), |body| {
                        body.out.line(format!("{image} = new({of_image})"));
                        body.convert_pointed((image, value), ty, inner);
                    });
                }
                Way::FromImage => {
                    self.block(&format!("if {image} == nil {{"), |body| body.out.line(format!("{value} = nil")));
                    self.block(&format!("if {image} != nil {{"), |body| {
                        body.out.line(format!("{value} = new({to})"));
                        body.convert_pointed((image, value), ty, inner);
                    });
                }
            };
        }
        match self.way {
            Way::ToImage => {
                self.out.line(format!("{image}.Clear()"));
                self.block(&format!("if {value} != nil {{"), |body| {
                    body.out.line(format!("var {made} {of_image}"));
                    body.convert(&made, &format!("(*{value})"), (ty, Held::Plain), inner);
                    body.out.line(format!("{image}.Set({made})"));
                });
            }
            Way::FromImage => {
                let held = self.name("held");
                self.out.line(format!("{value} = nil"));
                self.block(&format!("if {held}, ok := {image}.Get(); ok {{"), |body| {
                    body.out.line(format!("{value} = new({to})"));
                    body.convert(&held, &format!("(*{value})"), (ty, Held::Plain), inner);
                });
            }
        }
    }

    /// Both are pointers that are not nil.
    fn convert_pointed(&mut self, (image, value): (&str, &str), ty: &Type, inner: &Conversion) {
        if *inner == Conversion::Image {
            let call = if self.way == Way::ToImage { "fill" } else { "store" };
            return self.out.line(format!("{image}.{call}({value})"));
        }
        let is_selected = matches!(inner, Conversion::Members(_));
        let of = |pointer: &str| if is_selected { pointer.to_owned() } else { format!("(*{pointer})") };
        self.convert(&of(image), &of(value), (ty, Held::Plain), inner);
    }

    fn block(&mut self, head: &str, print: impl FnOnce(&mut Body<'_, '_>)) {
        let (way, level) = (self.way, self.level + 1);
        let printer = &mut *self.printer;
        self.out.block(head, "}", |out| print(&mut Body { out, printer, way, level }));
    }

    /// A name that no loop around the statement has.
    fn name(&self, stem: &str) -> String {
        if self.level == 0 { stem.to_owned() } else { format!("{stem}{}", self.level + 1) }
    }
}

/// Returns what a path denotes without the parentheses that what follows would need.
fn whole(path: &str) -> &str {
    let inner = path.strip_prefix('(').and_then(|path| path.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(')')).unwrap_or(path)
}

impl StructNames {
    /// The type that has the methods for users: the existing struct, if this one is its image.
    pub fn public<'n>(&'n self, generated: &'n str) -> &'n str {
        self.image.as_ref().map_or(generated, |image| &image.of)
    }
}
