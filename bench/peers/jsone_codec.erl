%% jsone: maps of binaries; floats by their shortest digits. https://github.com/sile/jsone

-module(jsone_codec).

-export([print/2, new/1]).

%% It needs no code for a schema: the module is empty.
-spec print(file:filename(), Module :: string()) -> ok | {error, iodata()}.
print(_, Module) ->
    file:write_file(Module ++ ".erl", ["-module(", Module, ").\n"]).

%% The codec of all types.
-spec new(module()) -> polywire_bench:codec().
new(_) ->
    _ = application:load(jsone),
    #{
        mode => "maps",
        version => case application:get_key(jsone, vsn) of {ok, Version} -> Version; undefined -> "" end,
        encode => fun(Value) -> jsone:encode(Value, [{float_format, [short]}]) end,
        decode => fun(Message) -> jsone:decode(Message) end
    }.
