@0xc8b7a69584736251;

struct Choice {
  number @0 :UInt8;
  union {
    small @1 :UInt8;
    text @2 :Text;
    nothing @3 :Void;
    pair :group {
      left @4 :Int32;
      right @5 :Int32;
    }
  }
}

struct Either {
  union {
    none @0 :Void;
    one @1 :UInt16;
    other @2 :Text;
  }
}

struct Groups {
  place :group {
    x @0 :Int32;
    y @1 :Int32;
  }
  single :group {
    value @2 :Int32;
  }
  named :union {
    left @3 :Int16;
    right @4 :Text;
  }
  either @5 :Either;
  list @6 :List(Either);
}

struct Texts {
  text @0 :Text = "hello";
  data @1 :Data;
}

interface Service {
}

struct Loose {
  any @0 :AnyPointer;
  list @1 :AnyList;
  service @2 :Service;
  services @3 :List(Service);
  voids @4 :List(Void);
  struct @5 :AnyStruct;
}
