/* Loops over arrays of hands through the C library: what a call of it costs.  Linked against libskfast.a. */
#include <skfast.h>

int64_t lead(const skfast_hand *hands, int64_t n, const skfast_rules *rules, int32_t wilds, skfast_move *buffer,
             int64_t capacity) {
    int64_t total = 0;
    int64_t i;
    for (i = 0; i < n; i++) total += skfast_legal_moves(hands[i], 0, rules, wilds, buffer, capacity);
    return total;
}

int64_t follow(const skfast_hand *hands, const skfast_move *tables, int64_t n, const skfast_rules *rules,
               int32_t wilds, skfast_move *buffer, int64_t capacity) {
    int64_t total = 0;
    int64_t i;
    for (i = 0; i < n; i++) total += skfast_legal_moves(hands[i], &tables[i], rules, wilds, buffer, capacity);
    return total;
}
