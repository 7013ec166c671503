%% Limits of another Erlang generator for Cap'n Proto that concern its users, one test each.

-module(peers_tests).

-include_lib("eunit/include/eunit.hrl").
-include("peers.hrl").

%% A message of one segment: the words after the segment table.
message(Words) ->
    <<0:32, (byte_size(Words) div 8):32/little, Words/binary>>.

%% A message of several segments.
message_of(Segments) ->
    Sizes = << <<(byte_size(Segment) div 8):32/little>> || Segment <- Segments >>,
    Table = <<(length(Segments) - 1):32/little, Sizes/binary>>,
    Padding = binary:copy(<<0>>, byte_size(Table) rem 8),
    iolist_to_binary([Table, Padding | Segments]).

struct(Offset, Data, Pointers) -> <<(Offset bsl 2):32/little-signed, Data:16/little, Pointers:16/little>>.
list(Offset, Kind, Count) -> <<(Offset bsl 2 bor 1):32/little-signed, (Count bsl 3 bor Kind):32/little>>.
far(Kind, Segment, Position) -> <<(Position bsl 3 bor Kind):32/little, Segment:32/little>>.

defaults_of_every_kind_test() ->
    New = #'Defaults'{},
    ?assertMatch(#'Defaults'{half = 0.5, wide = -1.25, text = <<"hello">>, data = <<1, 2>>}, New),
    {ok, Message} = peers_capnp:encode_Defaults(New),
    {ok, Read} = peers_capnp:decode_Defaults(Message),
    ?assertMatch(#'Defaults'{half = 0.5, wide = -1.25, text = <<"hello">>, data = <<1, 2>>}, Read),
    %% A struct without sections has all defaults, including those of pointers.
    [
        begin
            {ok, Empty} = peers_capnp:decode_Defaults(message(Root)),
            ?assertMatch(#'Defaults'{half = 0.5, point = #'Point'{x = 3, y = 7}, numbers = [58, 59, 60]}, Empty)
        end
     || Root <- [struct(-1, 0, 0), struct(0, 0, 0)]
    ].

lists_of_lists_test() ->
    Value = #'Matrix'{numbers = [[1, 2], [], [-3]], texts = [[<<"a">>, <<"b">>], [<<>>]]},
    {ok, Message} = peers_capnp:encode_Matrix(Value),
    ?assertEqual({ok, Value}, peers_capnp:decode_Matrix(Message)).

lists_of_texts_and_of_several_enums_test() ->
    Texts = #'Texts'{texts = [<<"x">>, <<"yy">>]},
    {ok, Message} = peers_capnp:encode_Texts(Texts),
    ?assertEqual({ok, Texts}, peers_capnp:decode_Texts(Message)),
    Colors = #'Colors'{colors = [red, green], sizes = [large, small]},
    {ok, Other} = peers_capnp:encode_Colors(Colors),
    ?assertEqual({ok, Colors}, peers_capnp:decode_Colors(Other)).

far_pointers_to_lists_test() ->
    Root = <<(struct(0, 0, 3))/binary, (far(2, 1, 0))/binary, (far(2, 1, 2))/binary, 0:64>>,
    Other = <<
        (list(0, 3, 2))/binary, 5:16/little, 6:16/little, 0:32,
        (list(0, 1, 3))/binary, 2#101, 0:56
    >>,
    {ok, Read} = peers_capnp:decode_Lists(message_of([Root, Other])),
    ?assertMatch(#'Lists'{numbers = [5, 6], bits = [true, false, true]}, Read).

double_far_pointers_test() ->
    Root = <<(struct(0, 0, 3))/binary, (far(6, 1, 0))/binary, 0:64, (far(6, 1, 2))/binary>>,
    Pads = <<
        (far(2, 2, 0))/binary, (list(0, 3, 2))/binary,
        (far(2, 2, 1))/binary, (struct(0, 1, 0))/binary
    >>,
    Other = <<5:16/little, 6:16/little, 0:32, 8:32/little, 0:32>>,
    {ok, Read} = peers_capnp:decode_Lists(message_of([Root, Pads, Other])),
    ?assertMatch(#'Lists'{numbers = [5, 6], point = #'Point'{x = 8, y = 7}}, Read).

segments_without_words_test() ->
    {ok, Read} = peers_capnp:decode_Lists(message_of([struct(0, 0, 0), <<>>, <<>>])),
    ?assertMatch(#'Lists'{numbers = []}, Read).

floats_that_are_no_numbers_test() ->
    Value = #'Floats'{one = nan, many = [infinity, '-infinity', nan, 1.5]},
    {ok, Message} = peers_capnp:encode_Floats(Value),
    ?assertEqual({ok, Value}, peers_capnp:decode_Floats(Message)).

pointers_to_themselves_end_test() ->
    Endless = message(<<(struct(0, 0, 1))/binary, (struct(-1, 0, 1))/binary>>),
    ?assertMatch({error, {too_deep, _}}, peers_capnp:decode_Node(Endless)),
    ?assertMatch({error, {too_deep, _}}, peers_capnp:validate_Node(Endless)).

unknown_enumerators_and_cases_test() ->
    Choice = fun(Color, Case) ->
        message(<<(struct(0, 1, 0))/binary, Color:16/little, 0:16, Case:16/little, 0:16>>)
    end,
    {ok, Read} = peers_capnp:decode_Choice(Choice(77, 1)),
    ?assertMatch(#'Choice'{color = 77}, Read),
    ?assertEqual({ok, #'Choice'{color = red}}, peers_capnp:decode_Choice(Choice(0, 9))).

numbers_out_of_range_are_refused_test() ->
    ?assertMatch({error, {out_of_range, _}}, peers_capnp:encode_Choice(#'Choice'{which = {small, 300}})).

packed_test() ->
    Value = #'Matrix'{numbers = [[1, 2]], texts = []},
    {ok, Message} = peers_capnp_packed:encode_Matrix(Value),
    {ok, Unpacked} = peers_capnp:encode_Matrix(Value),
    ?assert(byte_size(Message) < byte_size(Unpacked)),
    ?assertEqual({ok, Value}, peers_capnp_packed:decode_Matrix(Message)).

generics_interfaces_and_annotations_test() ->
    {ok, Empty} = peers_capnp:decode_Generic(message(struct(0, 0, 0))),
    ?assertEqual(undefined, element(2, Empty)),
    ?assertMatch({ok, _}, peers_capnp:encode_Annotated(#'Annotated'{number = 9})).
