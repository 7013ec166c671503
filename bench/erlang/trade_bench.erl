%% Cap'n Proto on the trade message with 3 and with 100 orders: generated codecs, and the functions with the names,
%% values and results of erlcapnp, beside erlcapnp itself; the Makefile tells how to build its modules. Each side must
%% read what the other writes.

-module(trade_bench).

-export([cases/0]).

-include("trade.hrl").

cases() -> [Case || Orders <- [3, 100], Case <- cases(account(Orders))].

cases(Account) ->
    {ok, Message} = trade_capnp:encode_Account(Account),
    {ok, Account} = trade_capnp:decode_Account(Message),
    Message = trade_capnp_envelope:envelope_Account(Account),
    {Read, <<>>} = trade_capnp_envelope:decode_Account(Message),
    Message = trade_capnp_envelope:envelope_Account(Read),
    {Encode, Decode} = peer(Account, Message),
    Name = fun(Direction) -> lists:concat(["capnp ", Direction, ", ", length(Account#'Account'.orders), " orders"]) end,
    [
        {Name("encode"), fun() -> trade_capnp:encode_Account(Account) end, Encode},
        {Name("decode"), fun() -> trade_capnp:decode_Account(Message) end, Decode},
        {Name("encode, envelope"), fun() -> trade_capnp_envelope:envelope_Account(Account) end, Encode},
        {Name("decode, envelope"), fun() -> trade_capnp_envelope:decode_Account(Message) end, Decode}
    ].

peer(Account, Message) ->
    case code:ensure_loaded(erlcapnp_trade) of
        {module, _} ->
            Value = for_erlcapnp(Account),
            Theirs = erlcapnp_trade:envelope_Account(Value),
            {ok, Account} = trade_capnp:decode_Account(Theirs),
            {Value, <<>>} = erlcapnp_trade:decode_Account(Message),
            {fun() -> erlcapnp_trade:envelope_Account(Value) end, fun() -> erlcapnp_trade:decode_Account(Message) end};
        {error, _} -> {none, none}
    end.

%% erlcapnp's records have data before pointers.
for_erlcapnp(#'Account'{id = Id, name = Name, wallet = #'Balance'{currency = Currency, amount = Amount}, orders = Orders}) ->
    {'Account', Id, Name, {'Balance', Amount, Currency},
        [{'Order', Number, Side, Type, Price, Volume, Symbol}
         || #'Order'{id = Number, symbol = Symbol, side = Side, type = Type, price = Price, volume = Volume} <- Orders]}.

account(Orders) ->
    #'Account'{
        id = 1,
        name = <<"Test">>,
        wallet = #'Balance'{currency = <<"USD">>, amount = 1000.0},
        orders = [order(Index) || Index <- lists:seq(1, Orders)]
    }.

order(Index) ->
    #'Order'{
        id = Index,
        symbol = <<"EURUSD">>,
        side = case Index rem 2 of 0 -> sell; 1 -> buy end,
        type = lists:nth(Index rem 3 + 1, [market, limit, stop]),
        price = 1.23456,
        volume = 1000.0 / Index
    }.
