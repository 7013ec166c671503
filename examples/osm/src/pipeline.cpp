#include "pipeline.hpp"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace osm_convert {

namespace {

/// An entry of the ring, which a chunk occupies while in progress.
struct Slot {
  Chunk chunk;
  OutputBuffer output;
  std::exception_ptr failure;
  bool converted = false;
};

/// Chunks are counted: those below `taken_` are taken for conversion, those from there to `read_`
/// wait. Chunk n is in slot n modulo the number of slots until it is written.
class Pipeline {
 public:
  Pipeline(unsigned threads, const Steps& steps) : steps_(steps), slots_(3 * threads) {}

  void run(unsigned threads) {
    {
      std::vector<std::jthread> workers;
      for (unsigned count = 0; count < threads; ++count) {
        workers.emplace_back([this] { convert_all(); });
      }
      workers.emplace_back([this] { write_all(); });
      read_all();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Lock = std::unique_lock<std::mutex>;

  Slot& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  void read_all() {
    for (bool more = true; more;) {
      Slot* const free = wait_for_free_slot();
      if (free == nullptr) return;
      more = read(*free);
      const Lock lock(mutex_);
      if (more) ++read_;
      if (!more || free->failure) at_end_ = true;
      more = !at_end_;
      changed_.notify_all();
    }
  }

  /// Returns true if there is a chunk, or a failure in its place.
  bool read(Slot& free) {
    try {
      return steps_.read(free.chunk);
    } catch (...) {
      free.failure = std::current_exception();
      return true;
    }
  }

  Slot* wait_for_free_slot() {
    Lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || read_ < written_ + slots_.size(); });
    return failure_ ? nullptr : &slot(read_);
  }

  void convert_all() {
    std::function<void(const Chunk&, OutputBuffer&)> convert;
    while (Slot* const next = wait_for_chunk()) {
      try {
        if (!convert) convert = steps_.make_converter();
        next->output.clear();
        if (!next->failure) convert(next->chunk, next->output);
      } catch (...) {
        next->failure = std::current_exception();
      }
      const Lock lock(mutex_);
      next->converted = true;
      changed_.notify_all();
    }
  }

  Slot* wait_for_chunk() {
    Lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || taken_ < read_ || at_end_; });
    return failure_ || taken_ == read_ ? nullptr : &slot(taken_++);
  }

  void write_all() {
    while (Slot* const next = wait_for_converted()) {
      std::exception_ptr failure = next->failure;
      try {
        if (!failure) steps_.write(next->chunk, next->output);
      } catch (...) {
        failure = std::current_exception();
      }
      const Lock lock(mutex_);
      next->converted = false;
      ++written_;
      failure_ = failure;
      changed_.notify_all();
      if (failure) return;
    }
  }

  Slot* wait_for_converted() {
    Lock lock(mutex_);
    changed_.wait(lock, [this] { return written_ < read_ ? slot(written_).converted : at_end_; });
    return written_ < read_ ? &slot(written_) : nullptr;
  }

  const Steps& steps_;
  std::vector<Slot> slots_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t read_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t written_ = 0;
  bool at_end_ = false;
  std::exception_ptr failure_;
};

}  // namespace

void run_pipeline(unsigned threads, const Steps& steps) {
  Pipeline(threads, steps).run(threads);
}

}  // namespace osm_convert
