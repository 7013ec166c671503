//! Channels between processes in all languages.

#![cfg(target_os = "linux")]

mod attaching;
mod broadcasts;
mod crashes;
mod drivers;
mod hostile;
mod layout;
mod pairs;
mod races;
mod sides;
