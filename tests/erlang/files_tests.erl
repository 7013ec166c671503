%% Schemas that import each other: a header and modules for each file, which can be included in any order and together.

-module(files_tests).

-include_lib("eunit/include/eunit.hrl").
-include("invoice.hrl").
-include("order.hrl").
-include("parts_part.hrl").

types_are_shared_test() ->
    Part = #'Part'{name = <<"nut">>, unit = kilogram},
    Order = #'Order'{parts = [Part], patience = #'Duration'{seconds = 3}},
    Invoice = #'Invoice'{order = Order, gift = {part, Part}},
    {ok, Binary} = invoice_protobuf:encode_Invoice(Invoice),
    ?assertEqual({ok, Invoice}, invoice_protobuf:decode_Invoice(Binary)).

each_file_has_modules_of_its_own_test() ->
    Part = #'Part'{name = <<"nut">>},
    {ok, Binary} = parts_part_protobuf:encode_Part(Part),
    ?assertEqual({ok, Part}, parts_part_protobuf:decode_Part(Binary)),
    ?assertMatch({ok, _}, google_protobuf_duration_protobuf:encode_Duration(#'Duration'{seconds = 3})),
    ?assertNot(erlang:function_exported(invoice_protobuf, decode_Part, 1)).
