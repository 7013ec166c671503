@0x86c366a91393f3f8;
# What methods with streaming results yield.

struct StreamResult @0x995f9a3377c0b16e {
  # Nothing: such a method returns when the next call may be made.
}
