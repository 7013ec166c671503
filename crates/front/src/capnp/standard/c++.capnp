@0xbdf87d7bb8304e81;
# Annotations that C++ code generators read.

annotation namespace @0xb9c6f99ebf805f2c (file) :Text;
# The name space of what a file declares.

annotation name @0xf264a779fef191ce (field, enumerant, struct, enum, interface, method, param, group, union) :Text;
# Another name in C++.

annotation allowCancellation @0xac7096ff8cfc9dce (interface, method, file) :Void;
# Calls may be ended before they return.
