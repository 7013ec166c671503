//! Simple Binary Encoding in the reference interpreter.

use crate::support::{Codec, data};
use polywire_model::trade;

#[test]
fn trade_is_that_of_the_original() {
    let model = trade::model();
    let (sbe, raw) = (Codec::new(&model, "sbe", "trade.Account"), Codec::new(&model, "raw", "trade.Account"));
    let bytes = data("trade/sbe-1.38.1.bin");
    let value = sbe.decode(&bytes).expect("accepted");
    assert_eq!(sbe.encode(&value), Ok(bytes));
    let image = raw.encode(&value).expect("written");
    assert_eq!(raw.decode(&image), Ok(value));
}
