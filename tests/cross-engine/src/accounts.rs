use polywire::random::{Random, integer, text};
use serde_json::{Value, json};

/// Returns `count` trade accounts in plain JSON, the same in every run: no, few and many orders; texts that are empty,
/// short, long and not ASCII; small, large and negative numbers. Texts of SBE's ten-character arrays stay ASCII and
/// within ten characters.
pub fn random_accounts(count: u64) -> Vec<Value> {
    (0..count).map(|seed| account(&mut Random::new(seed))).collect()
}

fn account(random: &mut Random) -> Value {
    let orders = random.below(7) * random.below(2) + random.below(3);
    json!({
        "id": integer(random, 32),
        "name": text(random, 40),
        "wallet": {"currency": text(random, 8), "amount": float(random)},
        "orders": (0..orders).map(|_| order(random)).collect::<Vec<Value>>(),
    })
}

fn order(random: &mut Random) -> Value {
    json!({
        "id": integer(random, 32),
        "symbol": text(random, 10),
        "side": random.below(2),
        "type": random.below(3),
        "price": float(random),
        "volume": float(random),
    })
}

fn float(random: &mut Random) -> f64 {
    match random.below(5) {
        0 => 0.0,
        1 => random.below(1_000_000) as f64,
        2 => random.below(100_000_000) as f64 / 1e5,
        3 => -(random.below(1_000_000) as f64) / 7.0,
        _ => f64::from_bits(random.bits() << 16 & 0x7fdf_ffff_ffff_ffff),
    }
}
