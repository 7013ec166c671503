#pragma once
#define complex _Complex
