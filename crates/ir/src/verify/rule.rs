macro_rules! rules {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal;)*) => {
        /// The rules that a module must keep.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[doc = $doc])* $name,)* }

        impl Rule {
            /// Every rule.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Short name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The demand of the rule.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),*),)* }
            }
        }
    };
}

rules! {
    /// Functions have unique names. A call names a function of the module, and a type refers to one of its types.
    Reference = "reference";
    /// The functions of an entry have fixed signatures. The encoder takes the value to be read and yields nothing; it
    /// reads no input and needs no section of a caller. The decoder takes the value to be built, then the run-time
    /// schema if there is one; it yields nothing and writes no output. The validator takes the decoder's parameters,
    /// or all but the value. The size function takes the value to be read and yields a U64.
    Entry = "entry";
    /// A view's root takes a U64 and yields a place. Accessors take the place, those of lists also an index, and
    /// yield a value of their field, case or element. Each view has an accessor for every field, and for every case
    /// of a union. A function that reads an object takes the object's place. Functions of views read only the part of
    /// the input that they are given, and write nothing.
    View = "view";
    /// A trusting function has no checks and no charges, does not count nesting, and calls only trusting functions.
    Trust = "trust";
    /// A variable is bound exactly once in its function, and used only after its binding and inside the block that
    /// binds it.
    Scope = "scope";
    /// Operands, arguments, yields and bindings have the types that their op declares. A section can be used as
    /// bytes.
    Type = "type";
    /// A block yields as many values as its op or function binds; a call has as many arguments and results as the function.
    Arity = "arity";
    /// Divisors are constants other than 0, shifts constants below 64, widths 1, 2, 4 or 8 bytes, wrapped bits 1 to 64,
    /// alignments powers of two, units not 0.
    Constant = "constant";
    /// A load or a slice lies within its section; a section is as long as its fill, or as the span read into it.
    Section = "section";
    /// Each step of a place fits its type: a field of a struct, `?` of an optional, a case of a union, an index of a
    /// list or array. A map has no steps. No step goes through an optional as if it were its value.
    Place = "place";
    /// The items of a map are entries, and an entry has two fields, neither optional nor boxed: a key that is a Bool,
    /// a number, a signed integer with a meaning or a text, and a value. A map whose values have no bytes is a set.
    Map = "map";
    /// A struct that is only a value that may be null has one field, which is optional and not boxed. It keeps no unknown
    /// bytes, and is no entry.
    Nullable = "nullable";
    /// Integers that stand for something else than a number have the width and the sign that
    /// `Meaning::fits` of the model allows; bytes with a meaning have the length that `BytesMeaning::fits` allows.
    Meaning = "meaning";
    /// A value to be read is never changed, and a value under construction is never read. A decoder that needs to
    /// know about the value it builds uses `created` or carried values.
    Construction = "construction";
    /// `write`, `measured` and `block` appear only where the stream is written; `put`, `sub`, `tail`, `each` with a
    /// stride and `@base` only in a section, `memo` only outside of one. A function that fills in its caller's section is called only in a
    /// section, a function that writes to the stream only outside of one. `put` takes an integer, bytes or a span.
    Discipline = "discipline";
    /// In a section of known size, every `put` ends within it, also in called functions. The size is that of the
    /// `block`, the rest from the offset of a `sub`, or the stride of an `each`.
    Extent = "extent";
    /// In an `each` with a stride, a tail yields only numbers.
    Separable = "separable";
    /// The keys of all arms are distinct constants of the type switched on. The leaf that skips space around labels
    /// never fails.
    Arms = "arms";
    /// A site identifies one op of its function.
    Site = "site";
}
