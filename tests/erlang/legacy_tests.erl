%% Optional fields: absence and defaults.

-module(legacy_tests).

-include_lib("eunit/include/eunit.hrl").
-include("legacy.hrl").

defaults_stand_for_absent_fields_test() ->
    {ok, Settings} = legacy_protobuf:decode_Settings(<<16#30, 1>>),
    ?assertEqual(#'Settings'{id = 1}, Settings),
    ?assertEqual({undefined, 5}, {Settings#'Settings'.limit, ?Settings_limit(Settings)}),
    ?assertEqual({<<"none">>, 'HIGH', infinity},
        {?Settings_name(Settings), ?Settings_level(Settings), ?Settings_factor(Settings)}).

present_fields_are_their_own_values_test() ->
    Settings = #'Settings'{id = 1, limit = 0, name = <<>>},
    ?assertEqual({0, <<>>}, {?Settings_limit(Settings), ?Settings_name(Settings)}),
    {ok, Binary} = legacy_protobuf:encode_Settings(Settings),
    ?assertEqual({ok, Settings}, legacy_protobuf:decode_Settings(Binary)).

required_fields_have_to_be_there_test() ->
    ?assertMatch({error, {missing_field, _}}, legacy_protobuf:encode_Settings(#'Settings'{})),
    ?assertMatch({error, {missing_field, _}}, legacy_protobuf:decode_Settings(<<>>)).

sizes_are_exact_test() ->
    Settings = #'Settings'{id = 300, name = <<"name">>, factor = 1.5},
    {ok, Binary} = legacy_protobuf:encode_Settings(Settings),
    ?assertEqual({ok, byte_size(Binary)}, legacy_protobuf:encoded_size_Settings(Settings)),
    ?assertMatch({error, {missing_field, _}}, legacy_protobuf:encoded_size_Settings(#'Settings'{})).

other_runtimes_are_refused_test() ->
    ?assertMatch({error, {polywire_runtime, "this module was generated for interface 2 " ++ _}}, polywire:check(2)).
