use crate::sbe::primitive::Primitive;

/// Kinds of tokens, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    BeginMessage = 1,
    EndMessage,
    BeginComposite,
    EndComposite,
    BeginField,
    EndField,
    BeginGroup,
    EndGroup,
    BeginEnum,
    ValidValue,
    EndEnum,
    BeginSet,
    Choice,
    EndSet,
    BeginVarData,
    EndVarData,
    Encoding,
}

const SIGNALS: [Signal; 17] = [
    Signal::BeginMessage,
    Signal::EndMessage,
    Signal::BeginComposite,
    Signal::EndComposite,
    Signal::BeginField,
    Signal::EndField,
    Signal::BeginGroup,
    Signal::EndGroup,
    Signal::BeginEnum,
    Signal::ValidValue,
    Signal::EndEnum,
    Signal::BeginSet,
    Signal::Choice,
    Signal::EndSet,
    Signal::BeginVarData,
    Signal::EndVarData,
    Signal::Encoding,
];

impl Signal {
    /// Returns the token that ends what this one begins.
    pub fn end(self) -> Option<Self> {
        Some(match self {
            Self::BeginMessage => Self::EndMessage,
            Self::BeginComposite => Self::EndComposite,
            Self::BeginField => Self::EndField,
            Self::BeginGroup => Self::EndGroup,
            Self::BeginEnum => Self::EndEnum,
            Self::BeginSet => Self::EndSet,
            Self::BeginVarData => Self::EndVarData,
            _ => return None,
        })
    }
}

/// The primitive types by number; 0 is none.
const PRIMITIVES: [Primitive; 11] = [
    Primitive::Char,
    Primitive::Int { bits: 8, signed: true },
    Primitive::Int { bits: 16, signed: true },
    Primitive::Int { bits: 32, signed: true },
    Primitive::Int { bits: 64, signed: true },
    Primitive::Int { bits: 8, signed: false },
    Primitive::Int { bits: 16, signed: false },
    Primitive::Int { bits: 32, signed: false },
    Primitive::Int { bits: 64, signed: false },
    Primitive::Float,
    Primitive::Double,
];

/// A token, with fields as in the official schema `sbe-ir.xml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub offset: i32,
    pub size: i32,
    pub id: i32,
    pub version: i32,
    /// Tokens from this one to its end.
    pub count: i32,
    pub signal: Signal,
    pub primitive: Option<Primitive>,
    pub is_big_endian: bool,
    /// 0 required, 1 optional, 2 constant.
    pub presence: u8,
    /// The version, or 0.
    pub deprecated: i32,
    pub name: String,
    pub constant: Vec<u8>,
    pub min: Vec<u8>,
    pub max: Vec<u8>,
    pub null: Vec<u8>,
    pub encoding: String,
    pub epoch: String,
    pub time_unit: String,
    pub semantic_type: String,
    pub description: String,
    /// The name of the type that a `ref` refers to.
    pub referenced: String,
    pub package: String,
}

impl Token {
    pub fn new(signal: Signal, name: &str) -> Self {
        Self {
            offset: 0,
            size: 0,
            id: -1,
            version: 0,
            count: 1,
            signal,
            primitive: None,
            is_big_endian: false,
            presence: 0,
            deprecated: 0,
            name: name.to_owned(),
            constant: Vec::new(),
            min: Vec::new(),
            max: Vec::new(),
            null: Vec::new(),
            encoding: String::new(),
            epoch: String::new(),
            time_unit: String::new(),
            semantic_type: String::new(),
            description: String::new(),
            referenced: String::new(),
            package: String::new(),
        }
    }

    pub fn write(&self, bytes: &mut Vec<u8>) {
        for number in [self.offset, self.size, self.id, self.version, self.count] {
            bytes.extend(number.to_le_bytes());
        }
        let primitive = self.primitive.and_then(|it| PRIMITIVES.iter().position(|other| *other == it));
        let primitive = primitive.map_or(0, |at| at as u8 + 1);
        bytes.extend([self.signal as u8, primitive, u8::from(self.is_big_endian), self.presence]);
        bytes.extend(self.deprecated.to_le_bytes());
        write_data(bytes, self.name.as_bytes());
        for data in [&self.constant, &self.min, &self.max, &self.null] {
            write_data(bytes, data);
        }
        let texts = [&self.encoding, &self.epoch, &self.time_unit, &self.semantic_type];
        for text in texts.into_iter().chain([&self.description, &self.referenced, &self.package]) {
            write_data(bytes, text.as_bytes());
        }
    }

    pub fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        let mut token = Self::new(Signal::Encoding, "");
        for number in [&mut token.offset, &mut token.size, &mut token.id, &mut token.version, &mut token.count] {
            *number = cursor.int()?;
        }
        let [signal, primitive, order, presence] = cursor.array::<4>()?;
        token.signal = *SIGNALS.get(usize::from(signal).checked_sub(1)?)?;
        token.primitive = match primitive {
            0 => None,
            number => Some(*PRIMITIVES.get(usize::from(number) - 1)?),
        };
        token.is_big_endian = order == 1;
        token.presence = presence;
        token.deprecated = cursor.int()?;
        token.name = cursor.text()?;
        for data in [&mut token.constant, &mut token.min, &mut token.max, &mut token.null] {
            *data = cursor.data()?.to_vec();
        }
        let texts = [&mut token.encoding, &mut token.epoch, &mut token.time_unit, &mut token.semantic_type];
        for text in texts.into_iter().chain([&mut token.description, &mut token.referenced, &mut token.package]) {
            *text = cursor.text()?;
        }
        Some(token)
    }
}

/// Writes bytes behind their length. Longer ones than the format can hold, which are descriptions, are cut.
pub(super) fn write_data(bytes: &mut Vec<u8>, data: &[u8]) {
    let mut length = data.len().min(usize::from(u16::MAX) - 1);
    while length > 0 && data.get(length).is_some_and(|byte| byte & 0xc0 == 0x80) {
        length -= 1;
    }
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(&data[..length]);
}

/// The rest of the bytes.
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (found, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*found)
    }

    pub fn int(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }

    fn data(&mut self) -> Option<&'a [u8]> {
        let length = u16::from_le_bytes(self.array()?);
        let (found, rest) = self.0.split_at_checked(length.into())?;
        self.0 = rest;
        Some(found)
    }

    pub fn text(&mut self) -> Option<String> {
        self.data().and_then(|it| String::from_utf8(it.to_vec()).ok())
    }
}
