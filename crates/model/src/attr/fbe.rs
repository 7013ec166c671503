//! Facts of FastBinaryEncoding's schema language.

/// What a package says of itself. It has no effect on messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FbePackage {
    /// `domain`: the dotted name that precedes the package's in some languages of the official compiler.
    pub domain: Option<String>,
    /// `version`, as written.
    pub version: Option<String>,
}

/// Facts on a struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FbeStruct {
    /// The number that identifies the type in messages; `None` for the items of collections, which have none.
    pub type_id: Option<u32>,
    /// It was declared as a `message`.
    pub is_message: bool,
    /// `[hidden]`: senders and receivers do not log it.
    pub hidden: bool,
    /// The dotted name of the struct whose fields come first.
    pub base: Option<String>,
    /// The number of fields that come from the base.
    pub inherited: u32,
    /// The type has the type id of its base: `(base)`.
    pub takes_base_id: bool,
    /// Its part in a conversation.
    pub request: Option<FbeRequest>,
    /// A value is written in place, its fields one after the other and without a header: an entry of a map whose keys the
    /// model's maps cannot have.
    pub is_item: bool,
}

/// `[request]` with the answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FbeRequest {
    /// The dotted name of the struct that answers: `[response(…)]`.
    pub response: Option<String>,
    /// The dotted names of structs that refuse: `[reject(…)]`.
    pub rejects: Vec<FbeReject>,
}

/// A struct that refuses a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FbeReject {
    /// Its dotted name.
    pub name: String,
    /// It refuses any request: `*`.
    pub is_global: bool,
}

/// Facts on a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FbeField {
    /// `[key]`: part of the struct's identity.
    pub key: bool,
    /// `[id]`: identifies the message; responses repeat it.
    pub id: bool,
    /// `[hidden]`: not logged.
    pub hidden: bool,
    /// The collection, if it is not the usual one of its type.
    pub collection: Option<FbeCollection>,
    /// A default whose value is made when a message is made.
    pub generated: Option<FbeGenerated>,
    /// `~`: the field is cleared between messages.
    pub resets: bool,
}

/// Collections of FBE that share their encoding with a list or a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FbeCollection {
    /// `()`.
    List,
    /// `!`.
    Set,
    /// `<>`, of keys that maps of the model cannot have.
    Map,
    /// `{}`.
    Hash,
}

/// Defaults that differ from message to message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FbeGenerated {
    /// The present time: `utc`.
    Now,
    /// A UUID made of the time: `uuid1`.
    Uuid1,
    /// A random UUID: `uuid4`.
    Uuid4,
}

/// Facts on an enum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FbeEnum {
    /// The base type, if it is not the integer of the enum's width.
    pub base: Option<&'static str>,
    /// `[hidden]`: not logged.
    pub hidden: bool,
}
