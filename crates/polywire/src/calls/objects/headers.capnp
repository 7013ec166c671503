@0xb1c9f2a7d4e05311;

# The messages of Cap'n Proto's RPC protocol, version 1, level 1: the same layout as the official rpc.capnp, under names of our own.

struct Message {
  union {
    unimplemented @0 :AnyPointer;
    abort @1 :Exception;
    call @2 :Call;
    return @3 :Return;
    finish @4 :Finish;
    resolve @5 :Resolve;
    release @6 :Release;
    save @7 :AnyPointer;
    bootstrap @8 :Bootstrap;
    delete @9 :AnyPointer;
    provide @10 :AnyPointer;
    accept @11 :AnyPointer;
    join @12 :AnyPointer;
    disembargo @13 :Disembargo;
    thirdPartyAnswer @14 :AnyPointer;
  }
}

struct Bootstrap {
  question @0 :UInt32;
  object @1 :AnyPointer;
}

struct Call {
  question @0 :UInt32;
  target @1 :Target;
  interface @2 :UInt64;
  method @3 :UInt16;
  params @4 :Payload;
  results :union {
    caller @5 :Void;
    yourself @6 :Void;
    thirdParty @7 :AnyPointer;
  }
  allowsTailCall @8 :Bool;
  noPipelining @9 :Bool;
  onlyPipelining @10 :Bool;
}

struct Return {
  answer @0 :UInt32;
  releasesParams @1 :Bool = true;
  union {
    results @2 :Payload;
    exception @3 :Exception;
    cancelled @4 :Void;
    sentElsewhere @5 :Void;
    takeFrom @6 :UInt32;
    thirdParty @7 :AnyPointer;
  }
  needsNoFinish @8 :Bool;
}

struct Finish {
  question @0 :UInt32;
  releasesResults @1 :Bool = true;
  cancelsEarly @2 :Bool = true;
}

struct Resolve {
  promise @0 :UInt32;
  union {
    reference @1 :Reference;
    exception @2 :Exception;
  }
}

struct Release {
  id @0 :UInt32;
  count @1 :UInt32;
}

struct Disembargo {
  target @0 :Target;
  context :union {
    senderLoopback @1 :UInt32;
    receiverLoopback @2 :UInt32;
    accept @3 :AnyPointer;
  }
}

struct Target {
  union {
    import @0 :UInt32;
    answer @1 :Promise;
  }
}

struct Payload {
  content @0 :AnyPointer;
  references @1 :List(Reference);
}

struct Reference {
  union {
    none @0 :Void;
    hosted @1 :UInt32;
    promised @2 :UInt32;
    yours @3 :UInt32;
    answer @4 :Promise;
    thirdParty @5 :ThirdParty;
  }
  file @6 :UInt8 = 0xff;
}

struct Promise {
  question @0 :UInt32;
  path @1 :List(Step);

  struct Step {
    union {
      none @0 :Void;
      field @1 :UInt16;
    }
  }
}

struct ThirdParty {
  id @0 :AnyPointer;
  vine @1 :UInt32;
}

struct Exception {
  reason @0 :Text;
  callerIsAtFault @1 :Bool;
  durability @2 :UInt16;
  type @3 :Type;
  trace @4 :Text;

  enum Type {
    failed @0;
    overloaded @1;
    disconnected @2;
    unimplemented @3;
  }
}
