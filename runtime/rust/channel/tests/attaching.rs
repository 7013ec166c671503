//! What is opened, and what is refused, in every language.

use crate::drivers::{Named, drivers};
use polywire_channel::{Channel, Contract, Error, Options, Side};
use std::fs::{self, File};
use std::os::unix::fs::{FileExt, PermissionsExt};

#[test]
fn a_peer_that_differs_is_told_by_what() {
    for creator in drivers() {
        let name = Named::new("contract");
        creator.run(&["create", &name.0, "65536", "1"]);
        for driver in drivers() {
            let told = |format: &str, ty: &str, schema: &str| driver.run(&["refused", &name.0, format, ty, schema]);
            let (creator, driver) = (creator.language, driver.language);
            assert_eq!(told("raw", "Test", "7"), "accepted", "{creator} {driver}");
            assert_eq!(told("raw", "Test", "0"), "accepted", "{creator} {driver}");
            for (printed, expected) in [
                (told("avro", "Test", "7"), "the format `raw`, and this side expects `avro`"),
                (told("raw", "Other", "7"), "the type `Test`, and this side expects `Other`"),
                (told("raw", "Test", "8"), "fingerprint 0000000000000007, and that of this side 0000000000000008"),
            ] {
                assert!(printed.contains(expected), "{creator} {driver}: {printed}");
            }
        }
    }
}

#[test]
fn damaged_descriptions_are_refused() {
    let name = Named::new("damaged");
    let channel = Channel::create(&name.0, &Options::default()).expect("a new channel");
    let mut whole = [0; 48];
    let file = File::options().read(true).write(true).open(name.path()).expect("the file");
    file.read_exact_at(&mut whole, 0).expect("a description");
    drop(channel);
    for at in 0..40 {
        for flip in [1, 0x80] {
            let mut bytes = whole;
            bytes[at] ^= flip;
            file.write_all_at(&bytes, 0).expect("the file");
            let expected = Contract::default();
            let is_refused = Channel::open(&name.0, &expected).is_err();
            // The fingerprint can have any value.
            assert!(is_refused || (24..32).contains(&at), "byte {at} ^ {flip}");
            for driver in drivers() {
                let printed = driver.run(&["refused", &name.0, "", "", "0"]);
                assert_eq!(printed != "accepted", is_refused, "byte {at} ^ {flip}, {}: {printed}", driver.language);
            }
        }
    }
}

#[test]
fn files_that_others_can_change_are_refused() {
    let name = Named::new("open");
    drop(Channel::create(&name.0, &Options::default()).expect("a new channel"));
    fs::set_permissions(name.path(), fs::Permissions::from_mode(0o622)).expect("own permissions");
    for driver in drivers() {
        let printed = driver.run(&["refused", &name.0, "", "", "0"]);
        assert!(printed.contains("others than this user can write"), "{}: {printed}", driver.language);
    }
}

#[test]
fn files_that_are_no_channels_are_refused() {
    let name = Named::new("file");
    for size in [0, 10, 65_536, 1_000_000] {
        fs::write(name.path(), vec![0; size]).expect("a file");
        fs::set_permissions(name.path(), fs::Permissions::from_mode(0o600)).expect("own permissions");
        for driver in drivers() {
            let printed = driver.run(&["refused", &name.0, "", "", "0"]);
            assert!(printed.contains("not a channel"), "{}: {printed}", driver.language);
        }
    }
}

#[test]
fn names_and_sizes_are_checked() {
    for name in ["", ".hidden", "a/b", "..", "a b", "ä", &"x".repeat(101)] {
        assert!(matches!(Channel::create(name, &Options::default()), Err(Error::Invalid(_))), "{name}");
    }
    for capacity in [0, 1, 65_535, 65_537, 100_000, 1 << 31, u64::MAX] {
        let options = Options { capacity, ..Options::default() };
        assert!(matches!(Channel::create_sealed(&options), Err(Error::Invalid(_))), "{capacity}");
    }
    for lanes in [0, 65, u32::MAX] {
        let options = Options { lanes, ..Options::default() };
        assert!(matches!(Channel::create_sealed(&options), Err(Error::Invalid(_))), "{lanes}");
    }
}

#[test]
fn each_side_is_there_once() {
    let channel = Channel::create_sealed(&Options { lanes: 2, ..Options::default() }).expect("a new channel");
    let receiver = channel.receiver().expect("the receiver");
    assert!(matches!(channel.receiver(), Err(Error::Busy(Side::Receiver))));
    let first = channel.sender().expect("the first lane");
    let second = channel.sender().expect("the second lane");
    assert_eq!([first.lane(), second.lane()], [0, 1]);
    assert!(matches!(channel.sender(), Err(Error::Busy(Side::Sender(1)))));
    first.close();
    assert_eq!(channel.sender().expect("the first lane again").lane(), 0);
    receiver.close();
    assert!(channel.receiver().is_ok());
}

#[test]
fn a_name_is_given_once() {
    let name = Named::new("once");
    let _channel = Channel::create(&name.0, &Options::default()).expect("a new channel");
    let again = Channel::create(&name.0, &Options::default());
    assert!(again.is_err_and(|error| error.to_string() == "there is a channel of this name already"));
}
