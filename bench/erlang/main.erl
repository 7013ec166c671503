%% Runs all cases whose modules are available.

-module(main).

-export([start/0]).

start() ->
    rounds:run(trade_bench:cases() ++ erlcapnp_bench:cases() ++ json_bench:cases()),
    halt().
