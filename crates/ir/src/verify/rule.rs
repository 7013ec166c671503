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
    /// Functions have unique names; a call names a function of the module, a type one of its types.
    Reference = "reference";
    /// An entry's encoder takes the value to be read and yields nothing, reads no input and works on no section of a caller;
    /// its decoder takes the value to be built, then the run-time schema if it has one, yields nothing and writes no output;
    /// its validator takes as much, or all but the value to be built; its size takes the value to be read and yields a U64.
    Entry = "entry";
    /// A view's root takes a U64 and yields a place; its accessors take the place and yield a value of their field or
    /// case, those of lists also take an index; each view has an accessor for every field, and for every case of a
    /// union. A function that reads an object takes the object's place. Functions of views read no input except the
    /// part they are given, and write none.
    View = "view";
    /// A trusting function checks and charges nothing, counts no nesting, and calls trusting functions only.
    Trust = "trust";
    /// A variable is bound once in its function, and used only behind its binding and inside the block that binds it.
    Scope = "scope";
    /// Operands, arguments, yields and bindings have the types that their op declares; a section stands for bytes too.
    Type = "type";
    /// A block yields as many values as its op or function binds; a call has as many arguments and results as the function.
    Arity = "arity";
    /// Divisors are constants other than 0, shifts constants below 64, widths 1, 2, 4 or 8 bytes, wrapped bits 1 to 64,
    /// alignments powers of two, units not 0.
    Constant = "constant";
    /// A load or a slice lies within its section; a section is as long as its fill, or as the span read into it.
    Section = "section";
    /// Each step of a place fits its type: a field in a struct, `?` on an optional, a case on a union, an index in a
    /// list or an array, none in a map; no step goes through an optional as if it were its value.
    Place = "place";
    /// The items of a map are entries, and an entry has two fields, neither optional nor boxed: a key that is a Bool,
    /// an integer or a text, and a value.
    Map = "map";
    /// A place to be read is not built, and a place under construction is not read: a decoder learns about it from
    /// `created` or from carried values.
    Construction = "construction";
    /// `write`, `measured`, `block` and `memo` appear in the stream; `put`, `sub`, `tail`, `each` with a stride and
    /// `@base` in a section. A function that works on its caller's section is called in a section only, one that writes
    /// only in the stream. A put is an integer, bytes or a span.
    Discipline = "discipline";
    /// In a section of known size, puts end within it: the size of a `block`, the rest from the offset of a `sub`, the
    /// stride of an `each`; calls included.
    Extent = "extent";
    /// In an `each` with a stride, a tail yields only numbers.
    Separable = "separable";
    /// A `measured` body that is written back to front uses no positions and no memo, carries no value from one written
    /// piece to a later one, and has at most one way to fail.
    BackToFront = "back_to_front";
    /// The keys of all arms are constants of the type switched on and differ. Labels may be surrounded only by space
    /// that a leaf skips that never fails.
    Arms = "arms";
    /// A site stands for one op of its function.
    Site = "site";
}
