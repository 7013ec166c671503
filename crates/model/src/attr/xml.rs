//! Facts of XML. XML Schemas state them; members of other schemas are elements with their names, in no namespace.

use std::fmt;
use std::sync::Arc;

/// A name with its namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct XmlName {
    /// The name of the namespace; empty for none.
    pub namespace: String,
    /// The local part.
    pub local: String,
}

/// Facts on a struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlStruct {
    /// The element that is a document of this type: a global declaration.
    pub element: Option<XmlName>,
    /// The name of the type, as `xsi:type` gives it; `None` for anonymous types.
    pub type_name: Option<XmlName>,
    /// How its elements follow each other.
    pub order: XmlOrder,
    /// Text may stand between the elements: the content is a list of a union, of which one case is the text.
    pub mixed: bool,
    /// The value of the element may be null (`xsi:nil`): of a document.
    pub nillable: bool,
}

/// How the elements of a struct follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XmlOrder {
    /// In any order (`xs:all`), or the schema does not tell.
    #[default]
    All,
    /// In the order of the members (`xs:sequence`).
    Sequence,
}

/// Facts on a member of a struct or a case of a union.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlMember {
    /// What it is in a document.
    pub kind: XmlKind,
    /// Its name, if it differs from the member's or has a namespace.
    pub name: Option<XmlName>,
    /// The value may be null (`xsi:nil`).
    pub nillable: bool,
    /// A list is one text with spaces between its elements (`xs:list`), instead of an element for each.
    pub is_token_list: bool,
    /// The least number of elements of a list.
    pub min_occurs: u32,
    /// The greatest number of elements of a list; `None` if there is no limit.
    pub max_occurs: Option<u32>,
    /// How the text of its value is written.
    pub text: XmlText,
    /// What accepts the text of a list of tokens, with one space between its elements.
    pub tokens: Vec<Arc<XmlAutomaton>>,
    /// The value must be this text, after white space is treated (`fixed`).
    pub fixed: Option<String>,
    /// The namespaces of the names that a wildcard stands for.
    pub namespaces: XmlNamespaces,
    /// What is checked in the place of a wildcard.
    pub process: XmlProcess,
    /// The text that an empty element stands for (`default` of elements; that of attributes is the default of the member).
    pub empty: Option<String>,
}

/// What a member is in a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XmlKind {
    /// An element.
    #[default]
    Element,
    /// An attribute.
    Attribute,
    /// The text of the element, which has no elements in it; or text between elements, as a case of a union.
    Text,
    /// The elements of its struct or union, without an element around them: a group, a choice.
    Content,
    /// The content and the attributes of the element that holds the union: a case whose name is that of a type, which `xsi:type`
    /// tells. A case without a name is the type of elements without `xsi:type`. Or the only member of a struct, whose element holds such a
    /// union.
    Typed,
    /// An element of any name (`xs:any`), as a tree: [`crate::xml::ELEMENT`].
    AnyElement,
    /// All attributes without a declaration (`xs:anyAttribute`): a list of [`crate::xml::ATTRIBUTE`].
    AnyAttributes,
}

/// The namespaces of a wildcard.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum XmlNamespaces {
    /// Any, or none.
    #[default]
    Any,
    /// Any, but not none, and not this one.
    Not(String),
    /// One of these; the empty text is none.
    OneOf(Vec<String>),
}

impl XmlNamespaces {
    /// Returns true if a wildcard stands for names of a namespace; the empty text is none.
    pub fn has(&self, namespace: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Not(other) => !namespace.is_empty() && namespace != other,
            Self::OneOf(names) => names.iter().any(|name| name == namespace),
        }
    }
}

/// What is checked in the place of a wildcard (`processContents`): by `polywire validate`, not by codecs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum XmlProcess {
    /// Nothing.
    #[default]
    Skip,
    /// What the schema declares is as declared.
    Lax,
    /// The schema declares it, and it is as declared.
    Strict,
}

/// How the text of a simple value is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlText {
    /// The form, if the model's type does not tell.
    pub form: XmlForm,
    /// What happens to white space before the value is read.
    pub space: XmlSpace,
    /// Patterns of XML Schema: the text must match one of each group.
    pub patterns: Vec<Vec<String>>,
    /// The patterns as automata, and what the built-in type and the members of a union say: all of them accept the text.
    pub automata: Vec<Arc<XmlAutomaton>>,
    /// An automaton is missing because it would be large.
    pub is_partly_checked: bool,
    /// The texts that are allowed, if the schema lists them and the model has no enum for them.
    pub values: Vec<String>,
    /// The least and greatest length, in characters, bytes or elements.
    pub length: (u32, Option<u32>),
    /// The greatest number of digits, and of those behind the point.
    pub digits: (Option<u32>, Option<u32>),
}

/// A deterministic automaton over characters. A text begins in state 0, and never comes back to it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct XmlAutomaton {
    /// The classes of all characters: the last one of each range, in order, and the number of its class.
    pub classes: Vec<(char, u16)>,
    /// The states.
    pub states: Vec<XmlState>,
}

impl XmlAutomaton {
    /// Returns the class of a character.
    pub fn class(&self, it: char) -> u16 {
        self.classes.get(self.classes.partition_point(|(last, _)| *last < it)).map_or(0, |(_, class)| *class)
    }

    /// Returns true if it accepts the whole text.
    pub fn accepts(&self, text: &str) -> bool {
        let step = |state: &XmlState, it: char| state.moves.get(usize::from(self.class(it))).copied().flatten();
        let next = |state: &XmlState, it: char| self.states.get(usize::from(step(state, it)?));
        let Some(first) = self.states.first() else { return false };
        text.chars().try_fold(first, next).is_some_and(|it| it.accepts)
    }
}

impl fmt::Debug for XmlAutomaton {
    /// Its size: the patterns tell what it accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "automaton of {} states", self.states.len())
    }
}

/// A state of an automaton.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct XmlState {
    /// A text may end here.
    pub accepts: bool,
    /// The next state by class; `None` if no text goes on so.
    pub moves: Vec<Option<u16>>,
}

/// Forms of simple values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XmlForm {
    /// That of the model's type: numbers, booleans, texts, names of enumerators, base64, dates and times.
    #[default]
    OfType,
    /// Bytes as hexadecimal digits.
    Hex,
    /// A text that is a name, a token, a URI, a language …: what its built-in type says.
    BuiltIn(&'static str),
}

/// What happens to white space (XML Schema 1.0 Part 2, section 4.3.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XmlSpace {
    /// That of the model's type: kept in texts, removed around everything else.
    #[default]
    OfType,
    /// It is kept.
    Preserve,
    /// Each such character becomes a space.
    Replace,
    /// Runs become one space, and none is left at the ends.
    Collapse,
}
