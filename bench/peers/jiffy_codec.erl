%% jiffy (native code): maps of binaries. https://github.com/davisp/jiffy

-module(jiffy_codec).

-export([new/1]).

-spec new(module()) -> polywire_bench:codec().
new(_) ->
    polywire_bench:of_maps(
        jiffy,
        fun(Value) -> iolist_to_binary(jiffy:encode(Value)) end,
        fun(Message) -> jiffy:decode(Message, [return_maps]) end
    ).
