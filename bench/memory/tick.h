#include <stdbool.h>
#include <stdint.h>

enum side { SIDE_BUY, SIDE_SELL };

struct level {
  double price;
  uint32_t volume;
  uint16_t orders;
};

struct tick {
  uint64_t time;
  uint32_t instrument;
  enum side side;
  bool final;
  uint8_t source[6];
  double price;
  float volume;
  int16_t flags;
  struct level bids[4];
  struct level asks[4];
};
