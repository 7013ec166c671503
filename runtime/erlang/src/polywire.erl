%% Types that all generated modules share.

-module(polywire).

-export_type([limits/0]).

%% What a message may cost: levels of nesting, and bytes of work or memory.
-type limits() :: #{depth => non_neg_integer(), budget => non_neg_integer()}.
