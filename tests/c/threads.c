/* Eight threads ask the library about the same constant rules at once; all must come to the same sums. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "skfast.h"

enum { THREADS = 8, DEALS = 12, ROOM = SKFAST_ARENA };

static const char *const NAMES[] = {"CLASSIC", "JJ", "BAIBIAN", "KINGS8", "QIANBIAN"};
static skfast_rules rules[5];

static uint64_t mix(uint64_t sum, uint64_t x) { return (sum ^ x) * 0x9E3779B97F4A7C15u + (sum >> 29); }

/* Plays the longest move or passes, by the number of the ply, until the deal is over. */
static uint64_t played(const skfast_rules *of, uint64_t number, skfast_move *moves) {
    skfast_state state;
    skfast_result result;
    skfast_undo undo;
    const skfast_move pass = {0};
    char text[SKFAST_TEXT_SIZE];
    uint64_t sum = number;
    int seat;
    if (skfast_deal(of, 11, number, -1, &state) != SKFAST_OK) exit(2);
    while (!skfast_is_over(&state)) {
        int64_t n = skfast_state_moves(&state, of, SKFAST_WILDS_THRIFTY, moves, ROOM);
        const skfast_move *move = &pass;
        skfast_move parsed;
        if (n > 0 && (state.plies % 3 || !skfast_table(&state))) move = &moves[(uint64_t)n * 7 / 8];
        if (n < 0 || n != skfast_count_moves(state.hands[state.turn], skfast_table(&state), of, SKFAST_WILDS_THRIFTY)) exit(3);
        if ((n > 0) > skfast_can_beat(state.hands[state.turn], skfast_table(&state), of)) exit(4);
        if (skfast_move_text(move, of, text) < 1 || skfast_parse_move(text, NULL, of, &parsed, NULL) != SKFAST_OK) exit(5);
        if (memcmp(&parsed, move, sizeof parsed) || skfast_play(&state, &parsed, of, &undo) != SKFAST_OK) exit(6);
        if (skfast_take_back(&state, &undo) || skfast_play_unchecked(&state, &parsed, NULL)) exit(7);
        sum = mix(sum, (uint64_t)n + parsed.cards);
    }
    if (skfast_score(&state, of, &result) != SKFAST_OK) exit(8);
    for (seat = 0; seat < 4; seat++) sum = mix(sum, (uint64_t)result.scores[seat]);
    return sum;
}

static void *work(void *answer) {
    skfast_move *moves = malloc(ROOM * sizeof *moves);
    skfast_playout playout;
    uint64_t sum = 0;
    int variant, number;
    if (!moves) exit(9);
    for (variant = 0; variant < 5; variant++) {
        skfast_rules own;
        if (skfast_rules_named(NAMES[variant], &own) || memcmp(&own, &rules[variant], sizeof own)) exit(10);
        for (number = 0; number < DEALS; number++) {
            sum = mix(sum, played(&rules[variant], (uint64_t)number, moves));
            if (skfast_play_deals(&rules[variant], NULL, 5, (uint64_t)number, 1, moves, ROOM, &playout)) exit(11);
            sum = mix(sum, playout.lead_moves + playout.follow_moves + playout.plies);
        }
    }
    free(moves);
    *(uint64_t *)answer = sum;
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    uint64_t sums[THREADS];
    int i;
    for (i = 0; i < 5; i++)
        if (skfast_rules_named(NAMES[i], &rules[i]) || skfast_rules_check(&rules[i])) return 12;
    for (i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, &sums[i])) return 13;
    for (i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (i = 1; i < THREADS; i++)
        if (sums[i] != sums[0]) return 14;
    printf("%d threads agree\n", THREADS);
    return 0;
}
