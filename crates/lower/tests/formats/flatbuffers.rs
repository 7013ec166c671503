//! FlatBuffers in the reference interpreter.

use crate::support::{Codec, data, digits_of};
use polywire_model::trade;

/// Account in this encoder's layout.
const OWN: &str = "100000000c001400040008000c0010000c000000010000000c0000001c0000004000000004000000546573740000000008001000\
    04000800080000000c0000000000000000408f40030000005553440010002000040008000c000d0010001800030000000c000000\
    38000000640000002000000001000000180000000000000038328ffcc1c0f33f0000000000408f40060000004555525553440000\
    0000000050000000020000001800000001010000000000000000f03f000000000000594006000000455552555344000000000000\
    80000000030000001800000000020000000000000000f83f0000000000002440060000004555525553440000";

#[test]
fn trade_from_the_original_is_read() {
    let model = trade::model();
    let account = Codec::new(&model, "flatbuffers", "trade.Account");
    let raw = Codec::new(&model, "raw", "trade.Account");
    for file in ["trade/flatbuffers-25.12.19.bin", "trade/flatbuffers-2.0.8.bin"] {
        let value = account.decode(&data(file)).expect("accepted");
        let image = raw.encode(&value).expect("written");
        assert_eq!(raw.decode(&image), Ok(value.clone()));
        let own = account.encode(&value).expect("written");
        assert_eq!(digits_of(&own), OWN);
        assert_eq!(account.decode(&own), Ok(value));
    }
}
