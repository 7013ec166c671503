//! The description at the start of a channel. It is written before anyone else sees the channel, and loaded once.

use crate::channel::Kind;
use crate::contract::Contract;
use crate::error::{Error, NOT_A_CHANNEL, OTHER_VERSION};
use crate::layout::{
    CAPACITY_AT, DESCRIPTION_SIZE, FINGERPRINT_AT, FORMAT_AT, FORMAT_LENGTH_AT, FORMAT_MAX, KIND_AT, KIND_BROADCAST,
    KIND_QUEUE, LANES_AT, MAGIC, TYPE_AT, TYPE_LENGTH_AT, TYPE_MAX, VERSION, VERSION_AT, file_size, is_capacity,
};

/// The bytes of a description.
pub type Bytes = [u8; DESCRIPTION_SIZE as usize];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub kind: Kind,
    pub lanes: u32,
    pub capacity: u64,
    pub contract: Contract,
}

impl Description {
    pub fn to_bytes(&self) -> Bytes {
        let mut bytes = [0; DESCRIPTION_SIZE as usize];
        let mut put = |at: u64, value: &[u8]| bytes[at as usize..at as usize + value.len()].copy_from_slice(value);
        put(0, &MAGIC.to_le_bytes());
        put(VERSION_AT, &(VERSION as u32).to_le_bytes());
        put(LANES_AT, &self.lanes.to_le_bytes());
        put(CAPACITY_AT, &self.capacity.to_le_bytes());
        put(KIND_AT, &(self.kind.number() as u32).to_le_bytes());
        put(FINGERPRINT_AT, &self.contract.fingerprint.to_le_bytes());
        put(FORMAT_LENGTH_AT, &(self.contract.format.len() as u32).to_le_bytes());
        put(TYPE_LENGTH_AT, &(self.contract.type_name.len() as u32).to_le_bytes());
        put(FORMAT_AT, self.contract.format.as_bytes());
        put(TYPE_AT, self.contract.type_name.as_bytes());
        bytes
    }

    /// Reads the description of a file of this size.
    pub fn of(bytes: &Bytes, file: u64) -> Result<Self, Error> {
        if u64_at(bytes, 0) != MAGIC {
            return Err(NOT_A_CHANNEL);
        }
        if u64::from(u32_at(bytes, VERSION_AT)) != VERSION {
            return Err(OTHER_VERSION);
        }
        let kind = match u64::from(u32_at(bytes, KIND_AT)) {
            KIND_QUEUE => Kind::Queue,
            KIND_BROADCAST => Kind::Broadcast,
            _ => return Err(NOT_A_CHANNEL),
        };
        let (lanes, capacity) = (u32_at(bytes, LANES_AT), u64_at(bytes, CAPACITY_AT));
        let is_sound = (1..=kind.most_lanes()).contains(&u64::from(lanes)) && is_capacity(capacity);
        if !is_sound || file_size(u64::from(lanes), capacity) != file {
            return Err(NOT_A_CHANNEL);
        }
        let format = text(bytes, (FORMAT_LENGTH_AT, FORMAT_AT), FORMAT_MAX)?;
        let type_name = text(bytes, (TYPE_LENGTH_AT, TYPE_AT), TYPE_MAX)?;
        let contract = Contract { format, type_name, fingerprint: u64_at(bytes, FINGERPRINT_AT) };
        Ok(Self { kind, lanes, capacity, contract })
    }
}

fn text(bytes: &Bytes, (length_at, at): (u64, u64), most: u64) -> Result<String, Error> {
    let length = u64::from(u32_at(bytes, length_at));
    if length > most {
        return Err(NOT_A_CHANNEL);
    }
    let text = &bytes[at as usize..(at + length) as usize];
    String::from_utf8(text.to_vec()).map_err(|_| NOT_A_CHANNEL)
}

fn u32_at(bytes: &Bytes, at: u64) -> u32 {
    let at = at as usize;
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &Bytes, at: u64) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
