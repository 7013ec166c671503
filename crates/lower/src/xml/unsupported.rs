//! Models that XML does not support.

use crate::unsupported::unsupported_features;

unsupported_features! {
    /// Two members with one name.
    NAME_TWICE: "another member of the element has the same name in XML",
        "rename one of them";
    /// A character that names do not have.
    NO_NAME: "this is no name in XML, which has letters, digits, `_`, `-` and `.`, and begins with a letter or `_`",
        "rename it";
    /// An attribute with a structure.
    NO_TEXT: "an attribute, the text of an element and an element of a list of tokens are numbers, booleans, texts, bytes or enumerators",
        "make it an element";
    /// A group of elements.
    CONTENT: "this group of elements, without an element around them, is not in a sequence of elements",
        "give the group an element of its own";
    /// Groups of groups.
    LARGE: "it has more than 5,000 elements, with those of its groups",
        "give groups elements of their own";
    /// A type that a document tells.
    TYPED: "a type that a document tells (`xsi:type`) is a struct with a name in XML",
        "name the type";
    /// A wildcard.
    WILDCARD: "elements of any name are values of the built-in type `Xml.Element`, attributes of any name of `Xml.Attribute`",
        "change the type";
    /// A null value.
    NILLABLE: "only an optional member, and a value that may be null, can be null in XML (`xsi:nil`)",
        "make the member optional";
}
