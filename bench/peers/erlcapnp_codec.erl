%% erlcapnp: records, converted to and from messages with a segment table; texts are parts of the message.
%% https://github.com/bucko909/erlcapnp

-module(erlcapnp_codec).

-export([print/2, new/3]).

%% Generates the module for a schema, in the form that `capnp compile -o-` prints.
-spec print(file:filename(), Module :: string()) -> ok | {error, iodata()}.
print(Request, Module) ->
    Text = capnp_compile:self_contained_source(Request, list_to_atom(Module), ""),
    file:write_file(Module ++ ".erl", Text).

%% The codec of a struct in such a module.
-spec new(module(), Struct :: string(), Version :: string()) -> polywire_bench:codec().
new(Module, Struct, Version) ->
    [Encode, Decode] = [list_to_atom(Name ++ Struct) || Name <- ["envelope_", "decode_"]],
    #{
        mode => "",
        version => Version,
        encode => fun Module:Encode/1,
        decode => fun(Message) -> {Value, <<>>} = Module:Decode(Message), Value end
    }.
