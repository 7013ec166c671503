%% JSON of the trade message: records, compared with the maps of JSON libraries.

-module(json_bench).

-export([cases/0]).

-include("trade.hrl").

cases() ->
    Account = account(),
    {ok, Json} = trade_json:encode_Account(Account),
    {ok, Account} = trade_json:decode_Account(Json),
    lists:append([peer(Name, Codec:new(none), Account, Json) || {Name, Codec} <- peers(), {module, Name} =:= code:ensure_loaded(Name)]).

%% Libraries, and their codecs in `bench/peers`.
peers() -> [{jsone, jsone_codec}, {thoas, thoas_codec}, {jiffy, jiffy_codec}].

%% A peer's output must decode to the same message.
peer(Name, #{encode := Encode, decode := Decode}, Account, Json) ->
    Map = Decode(Json),
    {ok, Account} = trade_json:decode_Account(Encode(Map)),
    [
        {"json encode, " ++ atom_to_list(Name), fun() -> trade_json:encode_Account(Account) end, fun() -> Encode(Map) end},
        {"json decode, " ++ atom_to_list(Name), fun() -> trade_json:decode_Account(Json) end, fun() -> Decode(Json) end}
    ].

account() ->
    Order = #'Order'{symbol = <<"EURUSD">>},
    #'Account'{
        id = 1,
        name = <<"Test">>,
        wallet = #'Balance'{currency = <<"USD">>, amount = 1000.0},
        orders = [
            Order#'Order'{id = 1, side = buy, type = market, price = 1.23456, volume = 1000.0},
            Order#'Order'{id = 2, side = sell, type = limit, price = 1.0, volume = 100.0},
            Order#'Order'{id = 3, side = buy, type = stop, price = 1.5, volume = 10.0}
        ]
    }.
