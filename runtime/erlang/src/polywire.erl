%% What all generated modules share.

-module(polywire).

-export([check/1]).
-export_type([limits/0]).

%% What a message may cost, levels of nesting and bytes of work or memory; whether members that the
%% schema does not know are skipped instead of refused; and whether what values keep of them is
%% written for people, in formats that have no names for it.
-type limits() :: #{
    depth => non_neg_integer(),
    budget => non_neg_integer(),
    ignore_unknown => boolean(),
    write_unknown => boolean()
}.

%% What generated code and this application agree upon: grows with each change to which generated code has to be fitted.
-define(INTERFACE, 1).

%% Generated modules ask this when they are loaded; with an error they are not.
-spec check(pos_integer()) -> ok | {error, {polywire_runtime, string()}}.
check(?INTERFACE) ->
    ok;
check(Expected) ->
    Message = "this module was generated for interface ~b of the application polywire, and interface ~b is here: "
        "generate it by the command polywire of the same release as the application",
    {error, {polywire_runtime, lists:flatten(io_lib:format(Message, [Expected, ?INTERFACE]))}}.
