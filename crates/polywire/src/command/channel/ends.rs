//! The ends of channels of both kinds.

use polywire_channel::{Broadcaster, Channel, Error, Kind, Listener, Receiver, Sender, Wait};

pub(super) enum Sending {
    Queue(Sender),
    Broadcast(Broadcaster),
}

impl Sending {
    pub fn attach(channel: &Channel) -> Result<Self, Error> {
        match channel.kind() {
            Kind::Queue => channel.sender().map(Self::Queue),
            Kind::Broadcast => channel.broadcaster().map(Self::Broadcast),
        }
    }

    /// Sends a message. That of a broadcast waits for nobody.
    pub fn send(&mut self, message: &[u8], wait: Wait) -> Result<(), Error> {
        match self {
            Self::Queue(sender) => sender.send(message, wait),
            Self::Broadcast(broadcaster) => broadcaster.send(message),
        }
    }
}

pub(super) enum Receiving {
    Queue(Receiver),
    Broadcast {
        listener: Listener,
        /// Messages that were overwritten before they were received.
        overwritten: u64,
    },
}

impl Receiving {
    pub fn attach(channel: &Channel) -> Result<Self, Error> {
        match channel.kind() {
            Kind::Queue => channel.receiver().map(Self::Queue),
            Kind::Broadcast => channel.listener().map(|listener| Self::Broadcast { listener, overwritten: 0 }),
        }
    }

    pub fn receive(&mut self, message: &mut Vec<u8>, wait: Wait) -> Result<(), Error> {
        match self {
            Self::Queue(receiver) => receiver.receive(message, wait),
            Self::Broadcast { listener, overwritten } => {
                *overwritten += listener.receive(message, wait)?;
                Ok(())
            }
        }
    }

    pub fn overwritten(&self) -> u64 {
        match self {
            Self::Queue(_) => 0,
            Self::Broadcast { overwritten, .. } => *overwritten,
        }
    }
}
