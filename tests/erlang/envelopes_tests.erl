%% The functions and records of erlcapnp, for its users.

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
    %% The same message as that of the codec beside it.
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
