//! What structs are in MessagePack and in ZebraPack.

use polywire_model::attr::{MsgpackOptions, MsgpackStructs, ZebrapackOptions};

/// The keys of maps that are structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keys {
    /// Names.
    Names,
    /// Field numbers; decoders read names, too.
    Numbers,
    /// Numbers of ZebraPack, and -1 for the name of the struct.
    Zids,
}

/// One of the formats, with the options that were chosen for it.
pub(super) struct Dialect {
    /// Its name.
    pub format: &'static str,
    /// What values are, but for structs.
    pub options: MsgpackOptions,
    /// The keys of structs.
    pub keys: Keys,
    /// Structs are arrays. Decoders read maps with these keys, too.
    pub has_arrays: bool,
    /// Structs begin with their names.
    pub writes_names: bool,
}

impl Dialect {
    /// MessagePack.
    pub fn msgpack(options: MsgpackOptions) -> Self {
        let (keys, has_arrays) = match options.structs {
            MsgpackStructs::Names => (Keys::Names, false),
            MsgpackStructs::Arrays => (Keys::Names, true),
            MsgpackStructs::Numbers => (Keys::Numbers, false),
        };
        Self { format: "msgpack", options, keys, has_arrays, writes_names: false }
    }

    /// ZebraPack: forms of integers keep the sign of their type, and what is empty is left out.
    pub fn zebrapack(chosen: ZebrapackOptions) -> Self {
        let options = MsgpackOptions { keeps_sign: true, ..MsgpackOptions::default() };
        let writes_names = !chosen.omits_names;
        Self { format: "zebrapack", options, keys: Keys::Zids, has_arrays: false, writes_names }
    }
}
