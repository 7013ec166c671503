%% jiffy (native code): maps of binaries. https://github.com/davisp/jiffy

-module(jiffy_codec).

-export([print/2, new/1]).

%% It needs no code for a schema: the module is empty.
-spec print(file:filename(), Module :: string()) -> ok | {error, iodata()}.
print(_, Module) ->
    file:write_file(Module ++ ".erl", ["-module(", Module, ").\n"]).

%% The codec of all types.
-spec new(module()) -> polywire_bench:codec().
new(_) ->
    _ = application:load(jiffy),
    #{
        mode => "maps",
        version => case application:get_key(jiffy, vsn) of {ok, Version} -> Version; undefined -> "" end,
        encode => fun(Value) -> iolist_to_binary(jiffy:encode(Value)) end,
        decode => fun(Message) -> jiffy:decode(Message, [return_maps]) end
    }.
