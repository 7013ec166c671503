%% Values that are accepted or refused.

-module(native_tests).

-include_lib("eunit/include/eunit.hrl").
-include("native.hrl").

texts_may_be_given_as_characters_test() ->
    {ok, Binary} = native_protobuf:encode_Sample(#'Sample'{text = <<"h", 16#C3, 16#A9>>}),
    [?assertEqual({ok, Binary}, native_protobuf:encode_Sample(#'Sample'{text = Text}))
     || Text <- [[$h, 16#E9], ["h" | <<16#C3, 16#A9>>]]].

texts_that_are_not_utf8_are_refused_test() ->
    Wrong = <<"a", 16#FF>>,
    Samples = [#'Sample'{text = Wrong}, #'Sample'{names = [<<"a">>, Wrong]}, #'Sample'{note = Wrong},
        #'Sample'{inner = #'Sample'{text = [Wrong]}}],
    [?assertMatch({error, {invalid_utf8, _}}, Module:encode_Sample(Sample))
     || Module <- [native_protobuf, native_json], Sample <- Samples].

bytes_are_any_test() ->
    ?assertEqual({ok, <<16#1A, 1, 16#FF>>}, native_protobuf:encode_Sample(#'Sample'{data = [<<16#FF>>]})).

numbers_out_of_range_are_refused_test() ->
    [?assertMatch({error, {out_of_range, _}}, native_protobuf:encode_Sample(#'Sample'{number = Number}))
     || Number <- [16#80000000, -16#80000001, one, 1.0]].

atoms_that_name_no_enumerator_are_refused_test() ->
    ?assertMatch({error, {unknown_enumerator, _}}, native_protobuf:encode_Sample(#'Sample'{color = blue})),
    ?assertEqual({ok, <<16#20, 7>>}, native_protobuf:encode_Sample(#'Sample'{color = 7})).

messages_can_be_validated_test() ->
    {ok, Binary} = native_protobuf:encode_Sample(#'Sample'{text = <<"ab">>, inner = #'Sample'{number = 1}}),
    ?assertEqual(ok, native_protobuf:validate_Sample(Binary)),
    Broken = [binary:part(Binary, 0, byte_size(Binary) - 1), binary:replace(Binary, <<"ab">>, <<"a", 16#FF>>)],
    [begin
        {error, {Code, _}} = native_protobuf:decode_Sample(Message),
        ?assertMatch({error, {Code, _}}, native_protobuf:validate_Sample(Message)),
        ?assertMatch({error, {Code, _}}, native_protobuf:validate_Sample(Message, #{depth => 10}))
     end
     || Message <- Broken].
