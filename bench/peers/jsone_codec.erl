%% jsone: maps of binaries; floats by their shortest digits. https://github.com/sile/jsone

-module(jsone_codec).

-export([new/1]).

-spec new(module()) -> polywire_bench:codec().
new(_) ->
    polywire_bench:of_maps(
        jsone,
        fun(Value) -> jsone:encode(Value, [{float_format, [short]}]) end,
        fun jsone:decode/1
    ).
