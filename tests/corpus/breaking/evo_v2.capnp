@0xd2f1c3a45b6e7791;
struct Point { x @0 :Int32; y @1 :Int32; z @2 :Int32 = -1; label @3 :Text; }
struct Boxed { v @0 :UInt16; w @1 :UInt16 = 9; note @2 :Text; }
struct Tree { title @0 :Text; kids @1 :List(Tree); left @2 :Tree; right @3 :Tree; weight @4 :Float32; }
struct Doc {
  id @0 :UInt32; name @1 :Text; pts @2 :List(Point); nums @3 :List(Boxed);
  u :union { a @4 :UInt8; b @5 :Text; c @8 :Tree; d @9 :Float64; }
  added @6 :Int64 = 42; more @7 :List(Text);
}
