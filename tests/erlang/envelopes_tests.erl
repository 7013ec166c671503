%% Functions and records compatible with erlcapnp.

-module(envelopes_tests).

-include_lib("eunit/include/eunit.hrl").
-include("envelopes_envelope.hrl").

twice(Value, Encode, Decode) ->
    Binary = Encode(Value),
    ?assert(is_binary(Binary)),
    ?assertEqual({Value, <<>>}, Decode(Binary)),
    Binary.

unnamed_unions_are_the_field_without_a_name_test() ->
    Twice = fun(Case) ->
        Value = #'Choice'{number = 5, '' = Case},
        twice(Value, fun envelopes_capnp_envelope:envelope_Choice/1, fun envelopes_capnp_envelope:decode_Choice/1)
    end,
    [Twice(Case) || Case <- [{small, 3}, {text, <<"t">>}, {nothing, undefined}, {pair, #'Choice_pair'{left = 1, right = -2}}]].

structs_of_nothing_but_a_union_are_the_union_test() ->
    [
        twice(Value, fun envelopes_capnp_envelope:envelope_Either/1, fun envelopes_capnp_envelope:decode_Either/1)
     || Value <- [{one, 7}, {other, <<"x">>}, {none, undefined}]
    ].

groups_are_records_or_their_only_field_test() ->
    Value = #'Groups'{
        place = #'Groups_place'{x = 1, y = 2},
        single = 9,
        named = {left, 4},
        either = {one, 1},
        list = [{other, <<"a">>}, {none, undefined}]
    },
    Binary =
        twice(Value, fun envelopes_capnp_envelope:envelope_Groups/1, fun envelopes_capnp_envelope:decode_Groups/1),
    %% The same message as that of the ordinary codec.
    {ok, Ours} = envelopes_capnp:decode_Groups(Binary),
    ?assertMatch({'Groups', {'Groups_Place', 1, 2}, {'Groups_Single', 9}, {'Groups_Named', {left, 4}}, _, _}, Ours),
    ?assertEqual({ok, Binary}, envelopes_capnp:encode_Groups(Ours)).

what_is_absent_is_undefined_test() ->
    New = #'Groups'{place = #'Groups_place'{}, single = 0, named = {left, 0}, list = []},
    Groups = envelopes_capnp_envelope:envelope_Groups(#'Groups'{}),
    ?assertEqual({New, <<>>}, envelopes_capnp_envelope:decode_Groups(Groups)),
    Texts = #'Texts'{text = undefined, data = ["a", <<"b">>]},
    {ReadTexts, <<>>} = envelopes_capnp_envelope:decode_Texts(envelopes_capnp_envelope:envelope_Texts(Texts)),
    ?assertEqual(#'Texts'{text = <<"hello">>, data = <<"ab">>}, ReadTexts).

older_records_are_taken_test() ->
    Old = {'Groups', #'Groups_place'{x = 1}},
    {Read, <<>>} = envelopes_capnp_envelope:decode_Groups(envelopes_capnp_envelope:envelope_Groups(Old)),
    ?assertMatch(#'Groups'{place = #'Groups_place'{x = 1, y = 0}, single = 0, list = []}, Read).

what_is_refused_is_raised_test() ->
    ?assertError({out_of_range, _}, envelopes_capnp_envelope:envelope_Choice(#'Choice'{number = 300})),
    ?assertError({truncated, _}, envelopes_capnp_envelope:decode_Choice(<<0>>)).

%% Concatenated messages, in any number of segments.
what_follows_a_message_is_its_rest_test() ->
    Envelope = fun envelopes_capnp_envelope:envelope_Either/1,
    Decode = fun envelopes_capnp_envelope:decode_Either/1,
    [One, Other, None] = [Envelope(Value) || Value <- [{one, 7}, {other, <<"x">>}, {none, undefined}]],
    {{one, 7}, Rest} = Decode(<<One/binary, Other/binary, None/binary>>),
    ?assertEqual(<<Other/binary, None/binary>>, Rest),
    {{other, <<"x">>}, None} = Decode(Rest),
    ?assertEqual({{none, undefined}, <<>>}, Decode(None)),
    ?assertMatch({{one, 7}, <<1, 2, 3>>}, Decode(<<One/binary, 1, 2, 3>>)),
    ?assertError({truncated, _}, Decode(binary:part(One, 0, byte_size(One) - 1))),
    ?assertError(_, Decode(<<255, 255, 255, 255, 255, 255, 255, 255, One/binary>>)).

%% The pieces that `encode_X/2` of erlcapnp gives, as docs/erlang.md makes them. The numbers are those of erlcapnp 1.0.0.
pieces_of_a_message_are_those_of_erlcapnp_test() ->
    Message = envelopes_capnp_envelope:envelope_Choice(#'Choice'{number = 5, '' = {text, <<"t">>}}),
    {Pointer, MainLength, ExtraLength, Main, Extra} = pieces(Message),
    ?assertEqual({281483566645248, 3, 1}, {Pointer, MainLength, ExtraLength}),
    ?assertEqual(<<5, 0, 1, 0:104, 1, 0, 0, 0, 18, 0, 0, 0>>, Main),
    ?assertEqual(<<"t", 0:56>>, Extra).

pieces(<<0:32, Words:32/little, 0:32, Data:16/little, Pointers:16/little, Body/binary>>) ->
    MainLength = Data + Pointers,
    <<Main:(8 * MainLength)/binary, Extra/binary>> = Body,
    {Data bsl 32 bor (Pointers bsl 48), MainLength, Words - 1 - MainLength, Main, Extra}.

messages_are_split_off_a_stream_test() ->
    One = envelopes_capnp_envelope:envelope_Either({one, 7}),
    Other = envelopes_capnp_envelope:envelope_Either({other, <<"x">>}),
    Both = <<One/binary, Other/binary>>,
    ?assertEqual({ok, One, Other}, envelopes_capnp_envelope:split_message(Both)),
    ?assertEqual({ok, Other, <<>>}, envelopes_capnp_envelope:split_message(Other)),
    [?assertEqual({incomplete, missing_data, 1}, envelopes_capnp_envelope:split_message(binary:part(One, 0, Size)))
     || Size <- lists:seq(0, byte_size(One) - 1)].

%% The functions for these records write the same bytes as the codec does after conversion.
records_are_written_as_the_codec_writes_them_test() ->
    Place = #'Groups_place'{x = 1, y = 2},
    List = [{other, <<"a">>}, {none, undefined}, {one, 3}, {other, undefined}],
    Groups = #'Groups'{place = Place, single = 9, named = {right, undefined}, either = {none, undefined}, list = List},
    Either = fun(Value) -> {'Either', Value} end,
    Ours = {'Groups', {'Groups_Place', 1, 2}, {'Groups_Single', 9}, {'Groups_Named', {right, <<>>}}, Either(none),
        [Either({other, <<"a">>}), Either(none), Either({one, 3}), Either({other, <<>>})]},
    {ok, Binary} = envelopes_capnp:encode_Groups(Ours),
    ?assertEqual(Binary, envelopes_capnp_envelope:envelope_Groups(Groups)),
    %% An absent part is new, and so are its members; a case may be given alone.
    {ok, New} = envelopes_capnp:encode_Choice({'Choice', 1, {pair, {'Choice_Pair', 0, 0}}}),
    ?assertEqual(New, envelopes_capnp_envelope:envelope_Choice(#'Choice'{number = 1, '' = {pair, undefined}})),
    {ok, Nothing} = envelopes_capnp:encode_Choice({'Choice', 1, nothing}),
    [?assertEqual(Nothing, envelopes_capnp_envelope:envelope_Choice(#'Choice'{number = 1, '' = Case}))
     || Case <- [{nothing, undefined}, nothing]].

what_follows_a_packed_message_is_its_rest_test() ->
    Envelope = fun envelopes_capnp_packed_envelope:envelope_Either/1,
    Decode = fun envelopes_capnp_packed_envelope:decode_Either/1,
    [One, Other] = [Envelope(Value) || Value <- [{one, 7}, {other, <<"text">>}]],
    {{one, 7}, Other} = Decode(<<One/binary, Other/binary>>),
    ?assertEqual({{other, <<"text">>}, <<>>}, Decode(Other)).

%% The target of a pointer is a separate message; a reference to an object is its index in a table plus one.
what_has_no_type_is_bytes_and_numbers_test() ->
    Either = envelopes_capnp_envelope:envelope_Either({other, <<"x">>}),
    Value = #'Loose'{any = Either, list = <<>>, service = 3, services = [1, 0, 2], voids = 5, struct = Either},
    Binary = twice(Value, fun envelopes_capnp_envelope:envelope_Loose/1, fun envelopes_capnp_envelope:decode_Loose/1),
    {#'Loose'{any = Any, service = 3, services = [1, 0, 2], voids = 5}, <<>>} =
        envelopes_capnp_envelope:decode_Loose(Binary),
    ?assertEqual({{other, <<"x">>}, <<>>}, envelopes_capnp_envelope:decode_Either(Any)),
    {ok, #'Loose'{any = Any, service = 3}} = envelopes_capnp:decode_Loose(Binary),
    Absent = envelopes_capnp_envelope:envelope_Loose(#'Loose'{}),
    ?assertMatch({#'Loose'{any = <<>>, service = 0, services = [], voids = 0}, <<>>},
        envelopes_capnp_envelope:decode_Loose(Absent)),
    ?assertError({_, _}, envelopes_capnp_envelope:envelope_Loose(#'Loose'{any = <<"no message">>})),
    ?assertError({wrong_kind, _}, envelopes_capnp_envelope:envelope_Loose(#'Loose'{list = Either})).
