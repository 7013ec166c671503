//! `.osm.pbf` files byte by byte, right or wrong.

/// The fields of a message, one behind the other.
#[derive(Clone, Default)]
pub struct Fields(Vec<u8>);

impl Fields {
    pub fn number(self, number: u8, value: u64) -> Self {
        self.put(number << 3, &varint(value))
    }

    pub fn zigzag(self, number: u8, value: i64) -> Self {
        self.number(number, zigzag(value))
    }

    pub fn bytes(self, number: u8, bytes: &[u8]) -> Self {
        let len = varint(bytes.len() as u64);
        self.put(number << 3 | 2, &[&len, bytes].concat())
    }

    pub fn message(self, number: u8, message: Self) -> Self {
        self.bytes(number, &message.0)
    }

    pub fn packed(self, number: u8, values: &[i64]) -> Self {
        self.bytes(number, &values.iter().flat_map(|value| varint(*value as u64)).collect::<Vec<_>>())
    }

    pub fn packed_zigzag(self, number: u8, values: &[i64]) -> Self {
        self.bytes(number, &values.iter().flat_map(|value| varint(zigzag(*value))).collect::<Vec<_>>())
    }

    /// Numbers of fields are below 16, so that a tag is a byte.
    fn put(mut self, tag: u8, value: &[u8]) -> Self {
        self.0.push(tag);
        self.0.extend(value);
        self
    }
}

fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// The strings 0 to 3.
pub fn table() -> Fields {
    ["", "highway", "path", "somebody"].iter().fold(Fields::default(), |table, text| table.bytes(1, text.as_bytes()))
}

/// A file whose only block has the table and a group.
pub fn file(group: Fields) -> Vec<u8> {
    file_of_block(Fields::default().message(1, table()).message(2, group))
}

/// A file with a header and a `PrimitiveBlock`.
pub fn file_of_block(block: Fields) -> Vec<u8> {
    let header = Fields::default().bytes(4, b"OsmSchema-V0.6").bytes(4, b"DenseNodes");
    [blob(b"OSMHeader", &header), blob(b"OSMData", &block)].concat()
}

/// A blob that is not compressed.
pub fn blob(kind: &[u8], data: &Fields) -> Vec<u8> {
    let Fields(blob) = Fields::default().bytes(1, &data.0);
    let Fields(header) = Fields::default().bytes(1, kind).number(3, blob.len() as u64);
    [(header.len() as u32).to_be_bytes().as_slice(), &header, &blob].concat()
}
