// moves RULES HAND TABLE SEED: the plays of a hand that beat the table (- for a lead), and one deal played out.
#include <cstring>
#include <exception>
#include <iostream>
#include <string>

#include "skfast.hpp"

int main(int argc, char **argv) {
    if (argc != 5) {
        std::cerr << "usage: " << argv[0] << " RULES HAND TABLE SEED\n";
        return 2;
    }
    try {
        const skfast::Rules rules(argv[1]);
        const auto hand = skfast::hand(argv[2]);
        const bool leads = std::string(argv[3]) == "-";
        const auto table = leads ? skfast_move{} : skfast::move(argv[3], rules);
        for (const auto &move : skfast::legal_moves(hand, leads ? nullptr : &table, rules))
            std::cout << skfast::text(move, rules) << '\n';

        skfast::State state(rules, std::stoull(argv[4]));
        while (!state.is_over()) {
            const auto before = state.get();
            const auto moves = state.legal_moves();
            for (const auto &move : moves) skfast::State::Try attempt(state, move);
            if (std::memcmp(&before, &state.get(), sizeof before) != 0) return 1;
            if (moves.empty())
                state.pass();
            else
                state.play(moves.front());
        }
        const auto result = state.score();
        std::cout << "deal " << argv[4] << ": " << state.get().plies << " plies, scores";
        for (const auto points : result.scores) std::cout << ' ' << points;
        std::cout << '\n';
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
