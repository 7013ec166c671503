use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What an internal subset declares.
#[derive(Default)]
pub struct Declarations {
    /// Entities for content and the values of attributes.
    pub general: HashMap<String, Entity>,
    /// Entities for declarations.
    pub parameter: HashMap<String, Entity>,
    /// Attributes by their names with prefixes, by the names of their elements.
    pub attributes: HashMap<String, Rules>,
    /// True if declarations are elsewhere, too.
    pub has_external: bool,
}

/// An entity.
#[derive(Clone)]
pub enum Entity {
    /// Its replacement text.
    Internal(Rc<str>),
    /// It is elsewhere.
    External,
    /// It is elsewhere, and is not XML.
    Unparsed,
}

/// The attributes of an element.
pub type Rules = BTreeMap<String, Rule>;

/// An attribute of an element.
pub struct Rule {
    /// True if spaces around and between the tokens of its value do not count.
    pub is_tokens: bool,
    /// The value if it is left out.
    pub default: Option<String>,
}

impl Declarations {
    /// Adds an entity, unless it is declared already.
    pub fn add_entity(&mut self, (name, is_parameter): (&str, bool), entity: Entity) {
        let entities = if is_parameter { &mut self.parameter } else { &mut self.general };
        entities.entry(name.to_owned()).or_insert(entity);
    }

    /// Adds an attribute, unless it is declared already.
    pub fn add_attribute(&mut self, (element, name): (&str, &str), rule: Rule) {
        self.attributes.entry(element.to_owned()).or_default().entry(name.to_owned()).or_insert(rule);
    }
}
