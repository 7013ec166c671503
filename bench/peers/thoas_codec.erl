%% thoas: maps of binaries. https://github.com/lpil/thoas

-module(thoas_codec).

-export([new/1]).

-spec new(module()) -> polywire_bench:codec().
new(_) ->
    polywire_bench:of_maps(
        thoas,
        fun thoas:encode/1,
        fun(Message) -> {ok, Value} = thoas:decode(Message), Value end
    ).
