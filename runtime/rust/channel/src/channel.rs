use crate::broadcaster::Broadcaster;
use crate::contract::Contract;
use crate::description::{Bytes, Description};
use crate::error::{Error, IS_A_BROADCAST, IS_A_QUEUE, Invalid, NOT_A_CHANNEL};
use crate::inspect::State;
use crate::layout::{AREA, DESCRIPTION_SIZE, KIND_BROADCAST, KIND_QUEUE, LANES_MAX, file_size, is_capacity};
use crate::listener::Listener;
use crate::receiver::Receiver;
use crate::sender::Sender;
use crate::system::{file, socket};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// An open channel, to which a sender or a receiver can be attached.
pub struct Channel {
    pub(crate) file: File,
    pub(crate) description: Description,
}

/// How a channel is created.
#[derive(Clone, Debug)]
pub struct Options {
    /// For whom messages are.
    pub kind: Kind,
    /// Bytes of each ring: a power of two. The largest message is 8 bytes smaller.
    pub capacity: u64,
    /// The number of senders that can be attached at the same time: 1 for a broadcast.
    pub lanes: u32,
    /// What both sides agree on.
    pub contract: Contract,
}

/// For whom the messages of a channel are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// For one receiver. Nothing is lost: a full ring makes senders wait.
    #[default]
    Queue,
    /// For all listeners, none of which can hold the sender up: it overwrites the oldest messages.
    Broadcast,
}

impl Kind {
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Queue => KIND_QUEUE,
            Self::Broadcast => KIND_BROADCAST,
        }
    }

    pub(crate) fn most_lanes(self) -> u64 {
        match self {
            Self::Queue => LANES_MAX,
            Self::Broadcast => 1,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { kind: Kind::Queue, capacity: 1 << 20, lanes: 1, contract: Contract::default() }
    }
}

/// The folder of named channels, in shared memory.
const FOLDER: &str = "/dev/shm";
const PREFIX: &str = "polywire.";

impl Channel {
    /// Creates a channel under a name, which processes of the same user can open until it is removed.
    ///
    /// Such a file cannot be sealed: a process of the same user that shortens it makes others fault. Use [`Self::create_sealed`] for
    /// peers that are not trusted.
    ///
    /// # Errors
    /// If there is a channel of this name, an option is not allowed, or the system refuses.
    pub fn create(name: &str, options: &Options) -> Result<Self, Error> {
        let path = path_of(name)?;
        let description = options.description()?;
        let file = file::nameless(Path::new(FOLDER), description.file_size()).map_err(creating)?;
        let channel = Self { file, description };
        channel.describe()?;
        file::link(&channel.file, &path).map_err(creating)?;
        Ok(channel)
    }

    /// Creates a channel without a name, to be handed over with [`Self::pass`]. Its size is sealed.
    ///
    /// # Errors
    /// If an option is not allowed, or the system refuses.
    pub fn create_sealed(options: &Options) -> Result<Self, Error> {
        let description = options.description()?;
        let file = file::anonymous(description.file_size()).map_err(creating)?;
        let channel = Self { file, description };
        channel.describe()?;
        file::seal(&channel.file).map_err(creating)?;
        Ok(channel)
    }

    /// Opens a channel by its name.
    ///
    /// # Errors
    /// If there is none, it belongs to another user, or its contract differs.
    pub fn open(name: &str, expected: &Contract) -> Result<Self, Error> {
        let channel = Self::open_any(name)?;
        channel.contract().serves(expected).map_err(Error::Differs)?;
        Ok(channel)
    }

    /// Opens a channel by its name, whatever it carries.
    ///
    /// # Errors
    /// If there is none, or it belongs to another user.
    pub fn open_any(name: &str) -> Result<Self, Error> {
        let mut options = File::options();
        let options = options.read(true).write(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK);
        let file = options.open(path_of(name)?).map_err(opening)?;
        let data = file.metadata().map_err(opening)?;
        if !data.is_file() {
            return Err(NOT_A_CHANNEL);
        }
        if data.uid() != file::user() || data.mode() & 0o022 != 0 {
            return Err(Error::NoChannel("others than this user can write to this channel"));
        }
        Self::of(file)
    }

    /// Hands a channel over to another process.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn pass(&self, socket: &UnixStream) -> Result<(), Error> {
        socket::pass(socket, &self.file).map_err(|error| Error::System("hand over the channel", error))
    }

    /// Takes over a channel from another process.
    ///
    /// # Errors
    /// If the other process sent none, its size is not sealed, or its contract differs.
    pub fn take(socket: &UnixStream, expected: &Contract) -> Result<Self, Error> {
        let file = socket::take(socket).map_err(|error| Error::System("take over a channel", error))?;
        if !file::is_sealed(&file) {
            return Err(Error::NoChannel("the size of this channel is not sealed"));
        }
        let channel = Self::of(file)?;
        channel.contract().serves(expected).map_err(Error::Differs)?;
        Ok(channel)
    }

    /// Removes the name of a channel. Processes that have it open can go on.
    ///
    /// # Errors
    /// If there is none, or the system refuses.
    pub fn remove(name: &str) -> Result<(), Error> {
        fs::remove_file(path_of(name)?).map_err(|error| Error::System("remove the channel", error))
    }

    /// Attaches the sender of the first lane that is free.
    ///
    /// # Errors
    /// If there is none, or what is in the channel contradicts the layout.
    pub fn sender(&self) -> Result<Sender, Error> {
        self.expect(Kind::Queue)?;
        Sender::attach(self)
    }

    /// Attaches the sender of a broadcast.
    ///
    /// # Errors
    /// If there is one already, the channel is no broadcast, or what is in it contradicts the layout.
    pub fn broadcaster(&self) -> Result<Broadcaster, Error> {
        self.expect(Kind::Broadcast)?;
        Broadcaster::attach(self)
    }

    /// Attaches a listener to a broadcast. The first message that it receives is the last one that was sent, if any.
    ///
    /// # Errors
    /// If the channel is no broadcast, or what is in it contradicts the layout.
    pub fn listener(&self) -> Result<Listener, Error> {
        self.expect(Kind::Broadcast)?;
        Listener::attach(self)
    }

    /// Attaches the receiver.
    ///
    /// # Errors
    /// If there is one already, or what is in the channel contradicts the layout.
    pub fn receiver(&self) -> Result<Receiver, Error> {
        self.expect(Kind::Queue)?;
        Receiver::attach(self)
    }

    /// Returns what the channel carries.
    #[must_use]
    pub fn contract(&self) -> &Contract {
        &self.description.contract
    }

    /// Returns for whom messages are.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.description.kind
    }

    /// Returns the bytes of a ring.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.description.capacity
    }

    /// Returns the number of lanes.
    #[must_use]
    pub fn lanes(&self) -> u32 {
        self.description.lanes
    }

    /// Looks at both sides.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn state(&self) -> Result<State, Error> {
        State::of(self)
    }

    fn expect(&self, kind: Kind) -> Result<(), Error> {
        match self.kind() {
            found if found == kind => Ok(()),
            Kind::Broadcast => Err(IS_A_BROADCAST),
            Kind::Queue => Err(IS_A_QUEUE),
        }
    }

    fn of(file: File) -> Result<Self, Error> {
        let size = file.metadata().map_err(opening)?.len();
        if size < AREA {
            return Err(NOT_A_CHANNEL);
        }
        let mut bytes: Bytes = [0; DESCRIPTION_SIZE as usize];
        file.read_exact_at(&mut bytes, 0).map_err(opening)?;
        let description = Description::of(&bytes, size)?;
        Ok(Self { file, description })
    }

    fn describe(&self) -> Result<(), Error> {
        self.file.write_all_at(&self.description.to_bytes(), 0).map_err(creating)
    }

    /// Opens the file for one side, with locks of its own.
    pub(crate) fn opened_again(&self) -> Result<File, Error> {
        file::reopen(&self.file).map_err(opening)
    }
}

impl Options {
    fn description(&self) -> Result<Description, Error> {
        self.contract.check()?;
        if !is_capacity(self.capacity) {
            return Err(Error::Invalid(Invalid::Capacity));
        }
        if !(1..=self.kind.most_lanes()).contains(&u64::from(self.lanes)) {
            return Err(Error::Invalid(Invalid::Lanes));
        }
        Ok(Description { kind: self.kind, lanes: self.lanes, capacity: self.capacity, contract: self.contract.clone() })
    }
}

impl Description {
    fn file_size(&self) -> u64 {
        file_size(u64::from(self.lanes), self.capacity)
    }
}

fn path_of(name: &str) -> Result<PathBuf, Error> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_name = (1..=100).contains(&name.len()) && name.bytes().all(is_allowed) && !name.starts_with('.');
    if is_name { Ok(Path::new(FOLDER).join(format!("{PREFIX}{name}"))) } else { Err(Error::Invalid(Invalid::Name)) }
}

fn creating(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::AlreadyExists => Error::NoChannel("there is a channel of this name already"),
        _ => Error::System("create a channel", error),
    }
}

fn opening(error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound => Error::NoChannel("there is no channel of this name"),
        _ => Error::System("open the channel", error),
    }
}
