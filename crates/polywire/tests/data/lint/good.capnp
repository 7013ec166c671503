@0xd5a0f6d2f2b1c3e4;

struct Order {
  userID @0 :Int32;
  userId @1 :Int32;  # polywire-lint: allow(similar-names)
  userid @2 :Int32;
  # Not similar.
}
