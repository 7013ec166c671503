%% Functions shared by all generated modules.

-module(polywire).

-export([check/1]).
-export_type([limits/0]).

%% The limits on a message: nesting levels and bytes of work or memory; and the settings: skip unknown members instead
%% of refusing the message, and show unknown fields to people, in formats that have no names for them.
-type limits() :: #{
    depth => non_neg_integer(),
    budget => non_neg_integer(),
    ignore_unknown => boolean(),
    write_unknown => boolean()
}.

%% The version of the interface between generated code and this application: incremented with each change that needs new
%% generated code.
-define(INTERFACE, 1).

%% Generated modules call this when they are loaded; an error prevents loading.
-spec check(pos_integer()) -> ok | {error, {polywire_runtime, string()}}.
check(?INTERFACE) ->
    ok;
check(Expected) ->
    Message = "this module was generated for interface ~b of the application polywire, and interface ~b is here: "
        "generate it by the command polywire of the same release as the application",
    {error, {polywire_runtime, lists:flatten(io_lib:format(Message, [Expected, ?INTERFACE]))}}.
