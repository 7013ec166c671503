%% Numbers and strings on the fast paths, compared with those that are not.

-module(polywire_json_tests).

-include_lib("eunit/include/eunit.hrl").

%% The slow path gets a number with more digits than the fast one, of the same value.
floats_of_both_ways_are_the_same_test() ->
    rand:seed(exsss, 1),
    [same_float(text(rand:uniform(1 bsl rand:uniform(50)), rand:uniform(24) - 1)) || _ <- lists:seq(1, 5000)],
    [same_float(Text) || Text <- [<<"0">>, <<"0.0">>, <<"10">>, <<"0.1">>, <<"9007199254740991">>, <<"9007199254740993">>,
        <<"900719925474098.9">>, <<"0.000000000000000000000001">>, <<"1.7976931348623157">>]].

same_float(Text) ->
    Point = case binary:match(Text, <<".">>) of nomatch -> <<".">>; _ -> <<>> end,
    Long = <<Text/binary, Point/binary, (binary:copy(<<"0">>, 40))/binary>>,
    [?assertEqual({polywire_json:float64(<<Sign/binary, Long/binary>>, 0), Text}, {polywire_json:float64(<<Sign/binary, Text/binary>>, 0), Text})
     || Sign <- [<<>>, <<"-">>]].

text(Digits, 0) ->
    integer_to_binary(Digits);
text(Digits, Places) ->
    Few = integer_to_binary(Digits),
    All = <<(binary:copy(<<"0">>, max(0, Places + 1 - byte_size(Few))))/binary, Few/binary>>,
    Whole = byte_size(All) - Places,
    <<Before:Whole/binary, Behind/binary>> = All,
    <<Before/binary, $., Behind/binary>>.

floats_are_written_so_that_they_read_back_test() ->
    rand:seed(exsss, 2),
    [twice(case <<(rand:uniform(1 bsl 64) - 1):64>> of <<Float/float>> -> Float; _ -> 0.0 end) || _ <- lists:seq(1, 2000)],
    [twice((rand:uniform(1 bsl 53) - 1) / 100.0) || _ <- lists:seq(1, 2000)],
    [?assertEqual(Text, polywire_json:format64(Float)) || {Text, Float} <- [{<<"1000.0">>, 1000.0}, {<<"-0.0">>, -0.0},
        {<<"1.23456">>, 1.23456}, {<<"0.00001">>, 1.0e-5}, {<<"999999999999999.0">>, 999999999999999.0},
        {<<"1000000000000000.0">>, 1.0e15}, {<<"1e-7">>, 1.0e-7}, {<<"-123456.789">>, -123456.789}]].

twice(Float) ->
    ?assertEqual({Float, <<>>}, polywire_json:float64(polywire_json:format64(Float), 0)).

integers_of_both_ways_are_the_same_test() ->
    [?assertEqual({Number, Rest}, polywire_json:Function(<<Text/binary, Rest/binary>>, 0))
     || Number <- [0, 1, 9, 10, 1234567, 9007199254740989, 9007199254740990, 16#7FFFFFFFFFFFFFFF],
        Function <- [int, uint],
        Rest <- [<<>>, <<",">>, <<"}x">>],
        Text <- [integer_to_binary(Number), <<$", (integer_to_binary(Number))/binary, $">>, <<(integer_to_binary(Number))/binary, ".0">>]],
    [?assertThrow({polywire_error, _, 7}, polywire_json:int(Text, 7))
     || Text <- [<<"9223372036854775808">>, <<"01">>, <<"1.5">>, <<"\"1">>, <<"\"1x\"">>, <<"1.">>, <<"1e">>, <<"-">>]].

strings_of_any_length_are_read_and_quoted_test() ->
    [begin
         Text = unicode:characters_to_binary([lists:duplicate(Before, $a), Middle, lists:duplicate(Behind, $b)]),
         ?assertEqual({Text, <<"!">>}, polywire_json:string(<<(polywire_json:quote(Text))/binary, "!">>, 0))
     end
     || Before <- lists:seq(0, 9), Middle <- [[], [16#E9], [16#20AC], [16#1F600], $", $\\, 0, 127], Behind <- lists:seq(0, 5)].
