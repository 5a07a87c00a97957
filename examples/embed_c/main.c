/* moves RULES HAND TABLE SEED: the plays of a hand that beat the table (- for a lead), and one deal played out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <skfast.h>

static void check(int64_t result, const char *what) {
    if (result < 0) {
        fprintf(stderr, "%s: %s\n", what, skfast_error_message((int32_t)result));
        exit(1);
    }
}

int main(int argc, char **argv) {
    static skfast_move moves[SKFAST_ARENA];
    const skfast_move pass = {0};
    const skfast_move *beaten = NULL;
    skfast_rules rules;
    skfast_hand hand;
    skfast_move table;
    skfast_state state;
    skfast_result result;
    char text[SKFAST_TEXT_SIZE];
    int64_t n, i;

    if (argc != 5) {
        fprintf(stderr, "usage: %s RULES HAND TABLE SEED\n", argv[0]);
        return 2;
    }
    if (skfast_abi_version() != SKFAST_ABI_VERSION) {
        fprintf(stderr, "the library is not of this header\n");
        return 1;
    }
    check(skfast_rules_named(argv[1], &rules), argv[1]);
    check(skfast_parse_hand(argv[2], &hand, NULL), argv[2]);
    if (strcmp(argv[3], "-")) {
        check(skfast_parse_move(argv[3], NULL, &rules, &table, NULL), argv[3]);
        beaten = &table;
    }

    n = skfast_legal_moves(hand, beaten, &rules, SKFAST_WILDS_ALL, moves, SKFAST_ARENA);
    check(n, "legal moves");
    for (i = 0; i < n && i < SKFAST_ARENA; i++) {
        check(skfast_move_text(&moves[i], &rules, text), "text");
        puts(text);
    }

    /* A deal in which everybody plays the first move of the list, or passes where there is none. */
    check(skfast_deal(&rules, strtoull(argv[4], NULL, 10), 0, -1, &state), "deal");
    while (!skfast_is_over(&state)) {
        n = skfast_state_moves(&state, &rules, SKFAST_WILDS_ALL, moves, 1);
        check(n, "moves");
        check(skfast_play(&state, n ? moves : &pass, &rules, NULL), "play");
    }
    check(skfast_score(&state, &rules, &result), "score");
    printf("deal %s: %d plies, scores %lld %lld %lld %lld\n", argv[4], state.plies, (long long)result.scores[0],
           (long long)result.scores[1], (long long)result.scores[2], (long long)result.scores[3]);
    return 0;
}
