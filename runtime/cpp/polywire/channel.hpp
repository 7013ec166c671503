// Messages between processes through shared memory, on Linux: create or open a channel, attach a
// sender or a receiver. docs/channels.md describes it.
//
// Invariant: whatever another process writes into a channel is loaded once and checked before it
// becomes a length or an address.
#pragma once

#include "polywire/channel/broadcaster.hpp"
#include "polywire/channel/channel.hpp"
#include "polywire/channel/listener.hpp"
#include "polywire/channel/receiver.hpp"
#include "polywire/channel/sender.hpp"
