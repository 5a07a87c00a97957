// skfast for C++17: exceptions instead of codes, values instead of buffers, plays that take themselves back.
#ifndef SKFAST_HPP
#define SKFAST_HPP

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <skfast.h>

namespace skfast {

class Error : public std::runtime_error {
  public:
    explicit Error(std::int64_t code)
        : std::runtime_error(skfast_error_message(static_cast<std::int32_t>(code))), code_(static_cast<std::int32_t>(code)) {}
    std::int32_t code() const noexcept { return code_; }

  private:
    std::int32_t code_;
};

template <typename Int> Int checked(Int result) {
    if (result < 0) throw Error(result);
    return result;
}

struct Rules : skfast_rules {
    explicit Rules(const std::string &name) { checked(skfast_rules_named(name.c_str(), this)); }
    explicit Rules(const skfast_rules &own) : skfast_rules(own) { checked(skfast_rules_check(this)); }
};

inline skfast_hand hand(const std::string &text) {
    skfast_hand found = 0;
    checked(skfast_parse_hand(text.c_str(), &found, nullptr));
    return found;
}

inline skfast_move move(const std::string &text, const Rules &rules, const skfast_move *table = nullptr) {
    skfast_move found{};
    checked(skfast_parse_move(text.c_str(), table, &rules, &found, nullptr));
    return found;
}

inline std::string text(const skfast_move &move, const Rules &rules) {
    char out[SKFAST_TEXT_SIZE];
    return std::string(out, static_cast<std::size_t>(checked(skfast_move_text(&move, &rules, out))));
}

inline bool operator==(const skfast_move &a, const skfast_move &b) { return std::memcmp(&a, &b, sizeof a) == 0; }
inline bool beats(const skfast_move &a, const skfast_move &b) { return skfast_beats(&a, &b) == 1; }

inline std::vector<skfast_move> legal_moves(skfast_hand hand, const skfast_move *table, const Rules &rules,
                                            skfast_wilds wilds = SKFAST_WILDS_ALL) {
    std::vector<skfast_move> moves(256);
    for (;;) {
        const auto room = static_cast<std::int64_t>(moves.size());
        const auto n = checked(skfast_legal_moves(hand, table, &rules, wilds, moves.data(), room));
        moves.resize(static_cast<std::size_t>(n));
        if (n <= room) return moves;
    }
}

class State {
  public:
    State(const Rules &rules, std::uint64_t seed, std::uint64_t number = 0, std::int32_t leader = -1) : rules_(rules) {
        checked(skfast_deal(&rules_, seed, number, leader, &state_));
    }

    const skfast_state &get() const noexcept { return state_; }
    const skfast_move *table() const { return skfast_table(&state_); }
    bool is_over() const { return skfast_is_over(&state_) == 1; }
    int turn() const noexcept { return state_.turn; }

    std::vector<skfast_move> legal_moves(skfast_wilds wilds = SKFAST_WILDS_ALL) const {
        return is_over() ? std::vector<skfast_move>() : skfast::legal_moves(state_.hands[turn()], table(), rules_, wilds);
    }

    void play(const skfast_move &move) { checked(skfast_play(&state_, &move, &rules_, nullptr)); }
    void pass() { play(skfast_move{}); }

    skfast_result score() const {
        skfast_result result{};
        checked(skfast_score(&state_, &rules_, &result));
        return result;
    }

    // A play that lasts as long as the object: { State::Try attempt(state, move); ... } leaves the state as it was.
    class Try {
      public:
        Try(State &state, const skfast_move &move) : state_(state.state_) {
            checked(skfast_play(&state_, &move, &state.rules_, &undo_));
        }
        ~Try() { skfast_take_back(&state_, &undo_); }
        Try(const Try &) = delete;
        Try &operator=(const Try &) = delete;

      private:
        skfast_state &state_;
        skfast_undo undo_{};
    };

  private:
    Rules rules_;
    skfast_state state_{};
};

}  // namespace skfast

#endif
