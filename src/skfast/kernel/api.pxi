# The C interface of skfast.h over the kernel: it checks what strangers bring, and says what is wrong by a negative
# code.  The functions are exported by the library without Python, and by this module as capsules.
cdef extern from *:
    """
    /* The layout is part of the interface: the same with every compiler. */
    #define SK_SIZE(type, size) typedef char sk_size_of_##type[sizeof(type) == (size) ? 1 : -1]
    #define SK_PLACE(type, field, at) typedef char sk_place_in_##type##_##field[offsetof(type, field) == (at) ? 1 : -1]
    SK_SIZE(skfast_move, 16);
    SK_PLACE(skfast_move, category, 8);
    SK_PLACE(skfast_move, order, 15);
    SK_SIZE(skfast_rules, 632);
    SK_PLACE(skfast_rules, base, 16);
    SK_PLACE(skfast_rules, four_joker_factor, 112);
    SK_PLACE(skfast_rules, multiplier, 120);
    SK_PLACE(skfast_rules, contribution, 376);
    SK_SIZE(skfast_state, 128);
    SK_PLACE(skfast_state, table, 32);
    SK_PLACE(skfast_state, bombs, 48);
    SK_PLACE(skfast_state, turn, 112);
    SK_PLACE(skfast_state, plies, 126);
    SK_SIZE(skfast_undo, 48);
    SK_PLACE(skfast_undo, table, 16);
    SK_PLACE(skfast_undo, tail, 32);
    SK_SIZE(skfast_result, 112);
    SK_PLACE(skfast_result, multiplier, 96);
    SK_PLACE(skfast_result, win, 108);
    SK_SIZE(skfast_playout, 152);
    SK_PLACE(skfast_playout, multiplier, 96);
    SK_PLACE(skfast_playout, lead_moves, 104);
    SK_PLACE(skfast_playout, plies, 112);
    SK_PLACE(skfast_playout, finish, 118);
    SK_PLACE(skfast_playout, bombs, 132);
    SK_PLACE(skfast_playout, face_up, 148);

    static const char *sk_message(int32_t error) {
      switch (error) {
        case SKFAST_OK: return "no error";
        case SKFAST_ERROR_ARGUMENT: return "a pointer is NULL, or a capacity or a depth is negative";
        case SKFAST_ERROR_HAND: return "not a hand: more than 8 of a rank, 2 of a joker or 27 cards, or stray bits";
        case SKFAST_ERROR_TABLE: return "not a move that can lie on the table";
        case SKFAST_ERROR_WILDS: return "wilds is SKFAST_WILDS_ALL or SKFAST_WILDS_THRIFTY";
        case SKFAST_ERROR_NAME: return "no rules have this name";
        case SKFAST_ERROR_CARDS: return "not different card ids 0..107";
        case SKFAST_ERROR_LEADER: return "not a seat that may lead, or one although the face-up card decides";
        case SKFAST_ERROR_PLAYERS: return "not the players 0, 1, 2, 3 in some order";
        case SKFAST_ERROR_ROOM: return "the arena is smaller than skfast_perft_room";
        case SKFAST_ERROR_POLICY: return "a policy is not of enum skfast_policy";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_CHARACTER: return "this character is no card";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_RANK: return "more than 8 of a rank or 2 of a joker";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_CARDS: return "more than 27 cards";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_NO_MOVE: return "these cards have no legal reading";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_AMBIGUOUS: return "these cards have several readings, and none is named";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_READING: return "the reading named is not legal";
        case SKFAST_ERROR_TEXT - SKFAST_TEXT_TOO_LOW: return "no reading of these cards beats the table";
        case SKFAST_ERROR_STATE - 1: return "the four hands and the table are not from one double pack";
        case SKFAST_ERROR_STATE - 2: return "the players are not 0, 1, 2, 3 in some order";
        case SKFAST_ERROR_STATE - 3: return "the seats that are out are not those without cards, or the deal is over";
        case SKFAST_ERROR_STATE - 4: return "turn, leader and passes do not fit the table and who is out";
        case SKFAST_ERROR_STATE - 5: return "the table is not a move that its seat can have played";
        case SKFAST_ERROR_STATE - 6: return "these bombs cannot have been played from the cards that are gone";
        case SKFAST_ERROR_STATE - 7: return "the face-up card is not a card";
        case SKFAST_ERROR_OVER: return "the deal is over";
        case SKFAST_ERROR_MUST_PLAY: return "who leads must play";
        case SKFAST_ERROR_NOT_HELD: return "the hand does not hold the cards of this move";
        case SKFAST_ERROR_NO_MOVE: return "the record is no legal reading of its cards";
        case SKFAST_ERROR_TOO_LOW: return "the move does not beat the table";
        case SKFAST_ERROR_RULES - 1: return "wild_jokers is not of enum skfast_wild_jokers";
        case SKFAST_ERROR_RULES - 2: return "mixed_joker_pair is 0 or 1";
        case SKFAST_ERROR_RULES - 3: return "chain_sizes is not of enum skfast_chain_sizes";
        case SKFAST_ERROR_RULES - 4: return "chain_min_groups is not 2..chain_max_groups";
        case SKFAST_ERROR_RULES - 5: return "chain_max_groups is above 6";
        case SKFAST_ERROR_RULES - 6: return "chain_star is not of enum skfast_chain_star";
        case SKFAST_ERROR_RULES - 7: return "max_bomb_size is not 4..12";
        case SKFAST_ERROR_RULES - 8: return "three_jokers is 0 or 1";
        case SKFAST_ERROR_RULES - 9: return "four_jokers is not of enum skfast_four_jokers";
        case SKFAST_ERROR_RULES - 10:
          return "bomb_order is not of enum skfast_bomb_order, or counts cards beside chains, three_jokers or stars";
        case SKFAST_ERROR_RULES - 11: return "lead is not of enum skfast_lead";
        case SKFAST_ERROR_RULES - 12: return "seat_swap is 0 or 1";
        case SKFAST_ERROR_RULES - 13: return "partner_visible is 0 or 1";
        case SKFAST_ERROR_RULES - 14: return "multiplier_rule is not of enum skfast_multiplier_rule";
        case SKFAST_ERROR_RULES - 15: return "has_four_joker_factor is 0 or 1";
        case SKFAST_ERROR_RULES - 16: return "reserved is 0";
        case SKFAST_ERROR_RULES - 17: return "base is too large: a score could pass 64 bits";
        case SKFAST_ERROR_RULES - 18: return "four_joker_factor is too large: a score could pass 64 bits";
        case SKFAST_ERROR_RULES - 19: return "multiplier is too large: a score could pass 64 bits";
        case SKFAST_ERROR_RULES - 20: return "contribution is too large: a score could pass 64 bits";
        default: return "unknown error";
      }
    }
    """
    const char* sk_message(int32_t error) noexcept nogil
    size_t strlen(const char* text) noexcept nogil
    enum: SKFAST_ABI_VERSION
    enum: SKFAST_OK
    enum: SKFAST_ERROR_ARGUMENT
    enum: SKFAST_ERROR_HAND
    enum: SKFAST_ERROR_TABLE
    enum: SKFAST_ERROR_WILDS
    enum: SKFAST_ERROR_NAME
    enum: SKFAST_ERROR_CARDS
    enum: SKFAST_ERROR_LEADER
    enum: SKFAST_ERROR_PLAYERS
    enum: SKFAST_ERROR_ROOM
    enum: SKFAST_ERROR_POLICY
    enum: SKFAST_ERROR_TEXT
    enum: SKFAST_ERROR_STATE
    enum: SKFAST_ERROR_OVER
    enum: SKFAST_ERROR_MUST_PLAY
    enum: SKFAST_ERROR_NOT_HELD
    enum: SKFAST_ERROR_NO_MOVE
    enum: SKFAST_ERROR_TOO_LOW
    enum: SKFAST_ERROR_RULES


cdef int32_t skfast_abi_version() noexcept nogil:
    return SKFAST_ABI_VERSION


cdef const char* skfast_error_message(int32_t error) noexcept nogil:
    return sk_message(error)


# --- rules

cdef inline char small_letter(char c) noexcept nogil:
    return c + 32 if c >= c'A' and c <= c'Z' else c


cdef inline const char* after_spaces(const char* text) noexcept nogil:
    while text[0] == c' ' or (text[0] >= c'\t' and text[0] <= c'\r'):
        text += 1
    return text


cdef bint is_name(const char* text, const char* name) noexcept nogil:
    """Whether they are equal but for case and spaces."""
    while True:
        text = after_spaces(text)
        if text[0] == 0 or name[0] == 0:
            return text[0] == name[0]
        if small_letter(text[0]) != small_letter(name[0]):
            return False
        text += 1
        name += 1


cdef int32_t skfast_rules_named(const char* name, skfast_rules* rules) noexcept nogil:
    cdef int i
    if name == NULL or rules == NULL:
        return SKFAST_ERROR_ARGUMENT
    for i in range(SK_PRESET_NAMES):
        if is_name(name, SK_PRESET_NAME[i]):
            rules[0] = SK_PRESETS[SK_PRESET_OF_NAME[i]]
            return SKFAST_OK
    return SKFAST_ERROR_NAME


cdef const char* skfast_preset_name(int32_t number) noexcept nogil:
    cdef int i
    if 0 <= number < SK_PRESET_COUNT:
        for i in range(SK_PRESET_NAMES):
            if SK_PRESET_OF_NAME[i] == number:
                return SK_PRESET_NAME[i]
    return NULL


cdef int32_t skfast_rules_check(const skfast_rules* rules) noexcept nogil:
    cdef int field
    if rules == NULL:
        return SKFAST_ERROR_ARGUMENT
    field = rules_check(rules)
    return SKFAST_ERROR_RULES - field if field else SKFAST_OK


# --- cards and text

cdef int32_t skfast_hand_check(uint64_t hand) noexcept nogil:
    return SKFAST_ERROR_HAND if hand_check(hand) else SKFAST_OK


cdef int32_t skfast_hand_size(uint64_t hand) noexcept nogil:
    return total_cards(hand & (15 * ONES()))


cdef int32_t skfast_hand_from_counts(const uint8_t* counts, uint64_t* hand) noexcept nogil:
    cdef uint64_t cards
    cdef int rank
    if counts == NULL or hand == NULL:
        return SKFAST_ERROR_ARGUMENT
    for rank in range(15):
        if counts[rank] > 8:
            return SKFAST_ERROR_HAND
    cards = packed(counts)
    if hand_check(cards):
        return SKFAST_ERROR_HAND
    hand[0] = cards
    return SKFAST_OK


cdef int32_t skfast_hand_counts(uint64_t hand, uint8_t* counts) noexcept nogil:
    cdef int rank
    if counts == NULL:
        return SKFAST_ERROR_ARGUMENT
    if hand_check(hand):
        return SKFAST_ERROR_HAND
    for rank in range(15):
        counts[rank] = <uint8_t>count_of(hand, rank)
    return SKFAST_OK


cdef int32_t skfast_hand_from_cards(const uint8_t* cards, int32_t n, uint64_t* hand) noexcept nogil:
    cdef uint64_t seen[2]
    cdef uint64_t bit
    cdef uint64_t found = 0
    cdef int i
    if hand == NULL or n < 0 or (n and cards == NULL):
        return SKFAST_ERROR_ARGUMENT
    if n > HAND_CARDS:
        return SKFAST_ERROR_HAND
    seen[0] = 0
    seen[1] = 0
    for i in range(n):
        if cards[i] >= N_CARDS:
            return SKFAST_ERROR_CARDS
        bit = <uint64_t>1 << (cards[i] % N_FACES)
        if seen[cards[i] // N_FACES] & bit:
            return SKFAST_ERROR_CARDS
        seen[cards[i] // N_FACES] |= bit
        found += <uint64_t>1 << (4 * rank_of_card(cards[i]))
    hand[0] = found
    return SKFAST_OK


cdef inline int text_length(const char* text) noexcept nogil:
    """What is longer than any sensible text is read up to here, and refused there."""
    cdef size_t n = strlen(text)
    return <int>n if n < 0x7FFFFFFF else 0x7FFFFFFF


cdef int32_t skfast_parse_hand(const char* text, uint64_t* hand, int32_t* position) noexcept nogil:
    cdef int at, error
    if text == NULL or hand == NULL:
        return SKFAST_ERROR_ARGUMENT
    error = parse_hand(text, text_length(text), hand, &at)
    if error == SKFAST_TEXT_OK:
        return SKFAST_OK
    if position != NULL:
        position[0] = at
    return SKFAST_ERROR_TEXT - error


cdef int32_t skfast_parse_move(const char* text, const skfast_move* table, const skfast_rules* rules,
                               skfast_move* move, int32_t* position) noexcept nogil:
    cdef skfast_move found
    cdef int at, error
    if text == NULL or rules == NULL or move == NULL:
        return SKFAST_ERROR_ARGUMENT
    if table != NULL and not beatable(table):
        return SKFAST_ERROR_TABLE
    error = parse_move(text, text_length(text), table, rules, &found, &at)
    if error == SKFAST_TEXT_OK:
        move[0] = found
        return SKFAST_OK
    if position != NULL:
        position[0] = at
    return SKFAST_ERROR_TEXT - error


cdef int32_t skfast_hand_text(uint64_t hand, char* out) noexcept nogil:
    if out == NULL:
        return SKFAST_ERROR_ARGUMENT
    if hand_check(hand):
        return SKFAST_ERROR_HAND
    return hand_text(hand, out)


cdef int32_t skfast_move_text(const skfast_move* move, const skfast_rules* rules, char* out) noexcept nogil:
    if move == NULL or rules == NULL or out == NULL:
        return SKFAST_ERROR_ARGUMENT
    if hand_check(move.cards):
        return SKFAST_ERROR_HAND
    return move_text(move, rules.max_bomb_size, out)


# --- questions about moves

cdef inline int32_t question_check(uint64_t hand, const skfast_rules* rules) noexcept nogil:
    if SK_UNLIKELY(rules == NULL):
        return SKFAST_ERROR_ARGUMENT
    return SKFAST_ERROR_HAND if SK_UNLIKELY(hand_check(hand)) else SKFAST_OK


cdef inline int32_t list_check(int32_t wilds, const skfast_move* out, int64_t capacity) noexcept nogil:
    if SK_UNLIKELY(wilds != SKFAST_WILDS_ALL and wilds != SKFAST_WILDS_THRIFTY):
        return SKFAST_ERROR_WILDS
    return SKFAST_ERROR_ARGUMENT if SK_UNLIKELY(capacity < 0 or (capacity > 0 and out == NULL)) else SKFAST_OK


cdef inline int64_t answer_to(int64_t n, const skfast_move* table) noexcept nogil:
    """The kernel finds nothing that beats what is no table; so only an answer of nothing asks whether it is one."""
    if n == 0 and table != NULL and not beatable(table):
        return SKFAST_ERROR_TABLE
    return n


cdef int64_t skfast_legal_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules, int32_t wilds,
                                skfast_move* out, int64_t capacity) noexcept nogil:
    cdef int32_t error = question_check(hand, rules)
    if error == SKFAST_OK:
        error = list_check(wilds, out, capacity)
    return answer_to(legal_moves(hand, table, rules, wilds, out, capacity), table) if error == SKFAST_OK else error


cdef int64_t skfast_count_moves(uint64_t hand, const skfast_move* table, const skfast_rules* rules,
                                int32_t wilds) noexcept nogil:
    cdef int32_t error = question_check(hand, rules)
    if error == SKFAST_OK:
        error = list_check(wilds, NULL, 0)
    return answer_to(count_moves(hand, table, rules, wilds), table) if error == SKFAST_OK else error


cdef int32_t skfast_can_beat(uint64_t hand, const skfast_move* table, const skfast_rules* rules) noexcept nogil:
    cdef int32_t error = question_check(hand, rules)
    return <int32_t>answer_to(can_beat(hand, table, rules), table) if error == SKFAST_OK else error


cdef int32_t skfast_classify(uint64_t cards, const skfast_move* table, const skfast_rules* rules,
                             skfast_move* out, int32_t capacity) noexcept nogil:
    cdef int32_t error = question_check(cards, rules)
    if error == SKFAST_OK:
        error = list_check(SKFAST_WILDS_ALL, out, capacity)
    if error == SKFAST_OK and table != NULL and not beatable(table):
        error = SKFAST_ERROR_TABLE
    return classify(cards, table, rules, out, capacity) if error == SKFAST_OK else error


cdef int32_t skfast_is_legal(const skfast_move* move, uint64_t hand, const skfast_move* table,
                             const skfast_rules* rules) noexcept nogil:
    cdef int32_t error = question_check(hand, rules)
    if move == NULL:
        return SKFAST_ERROR_ARGUMENT
    if error == SKFAST_OK and table != NULL and not beatable(table):
        error = SKFAST_ERROR_TABLE
    return is_legal(move, hand, table, rules) if error == SKFAST_OK else error


cdef int32_t skfast_is_thrifty(const skfast_move* move, uint64_t hand, const skfast_rules* rules) noexcept nogil:
    cdef int32_t error = question_check(hand, rules)
    if move == NULL:
        return SKFAST_ERROR_ARGUMENT
    if error == SKFAST_OK and not is_legal(move, hand, NULL, rules):
        return SKFAST_ERROR_NO_MOVE if contains(hand, move.cards) else SKFAST_ERROR_NOT_HELD
    return is_thrifty(move, hand, rules) if error == SKFAST_OK else error


cdef int32_t skfast_beats(const skfast_move* a, const skfast_move* b) noexcept nogil:
    if a == NULL or b == NULL:
        return SKFAST_ERROR_ARGUMENT
    return beats(a, b)


# --- a deal

cdef int32_t skfast_deal_cards(const skfast_rules* rules, uint64_t seed, uint64_t number, int32_t leader,
                               const uint8_t* players, skfast_state* state, uint8_t* cards) noexcept nogil:
    cdef Stream stream = stream_of(seed, number)
    cdef uint8_t ids[108]
    cdef uint8_t seated[4]
    cdef int seen = 0
    cdef int seat
    if rules == NULL or state == NULL:
        return SKFAST_ERROR_ARGUMENT
    if leader < RANDOM_LEADER or leader > 3 or (leader != RANDOM_LEADER and rules.lead == SKFAST_LEAD_FACE_UP):
        return SKFAST_ERROR_LEADER
    for seat in range(4):
        seated[seat] = <uint8_t>seat
        if players != NULL:
            seated[seat] = players[seat]
            if players[seat] > 3:
                return SKFAST_ERROR_PLAYERS
        seen |= 1 << seated[seat]
    if seen != 15:
        return SKFAST_ERROR_PLAYERS
    deal_cards(rules, &stream, leader, seated, state, ids)
    if cards != NULL:
        memcpy(cards, ids, 108)
    return SKFAST_OK


cdef int32_t skfast_deal(const skfast_rules* rules, uint64_t seed, uint64_t number, int32_t leader,
                         skfast_state* state) noexcept nogil:
    return skfast_deal_cards(rules, seed, number, leader, NULL, state, NULL)


cdef int32_t skfast_begin(const skfast_rules* rules, const uint64_t* hands, int32_t leader, const uint8_t* finish,
                          int32_t n_finished, skfast_state* state) noexcept nogil:
    cdef skfast_state begun
    cdef int32_t error
    cdef int place
    if rules == NULL or hands == NULL or state == NULL or (finish == NULL and n_finished):
        return SKFAST_ERROR_ARGUMENT
    if leader < 0 or leader > 3 or hands[leader] == 0:
        return SKFAST_ERROR_LEADER
    if n_finished < 0 or n_finished > 4:
        return SKFAST_ERROR_STATE - STATE_FINISH
    start(&begun, hands, leader)
    for place in range(n_finished):
        begun.finish[place] = finish[place]
    begun.n_finished = <uint8_t>n_finished
    error = skfast_state_check(&begun, rules)
    if error == SKFAST_OK:
        state[0] = begun
    return error


cdef int32_t skfast_state_check(const skfast_state* state, const skfast_rules* rules) noexcept nogil:
    cdef int wrong
    if state == NULL or rules == NULL:
        return SKFAST_ERROR_ARGUMENT
    wrong = state_check(state, rules)
    return SKFAST_ERROR_STATE - wrong if wrong else SKFAST_OK


cdef const skfast_move* skfast_table(const skfast_state* state) noexcept nogil:
    return table_of(state) if state != NULL else NULL


cdef int32_t skfast_is_over(const skfast_state* state) noexcept nogil:
    return is_over(state) if state != NULL else SKFAST_ERROR_ARGUMENT


cdef int64_t skfast_state_moves(const skfast_state* state, const skfast_rules* rules, int32_t wilds,
                                skfast_move* out, int64_t capacity) noexcept nogil:
    if state == NULL:
        return SKFAST_ERROR_ARGUMENT
    return skfast_legal_moves(0 if is_over(state) else state.hands[state.turn], table_of(state), rules, wilds,
                              out, capacity)


cdef inline int32_t play_error(const skfast_state* state, const skfast_move* move,
                               const skfast_rules* rules) noexcept nogil:
    cdef uint64_t hand = state.hands[state.turn]
    if move.category == SKFAST_PASS and move.cards == 0 and fields_of(move) == 0:
        return SKFAST_ERROR_MUST_PLAY if is_lead(state) else SKFAST_OK
    if is_legal(move, hand, table_of(state), rules):
        return SKFAST_OK
    if not contains(hand, move.cards):
        return SKFAST_ERROR_NOT_HELD
    return SKFAST_ERROR_TOO_LOW if is_legal(move, hand, NULL, rules) else SKFAST_ERROR_NO_MOVE


cdef int32_t skfast_play_unchecked(skfast_state* state, const skfast_move* move, skfast_undo* undo) noexcept nogil:
    cdef skfast_move played      # the caller's may be the state's table
    cdef skfast_undo unwanted
    if state == NULL or move == NULL:
        return SKFAST_ERROR_ARGUMENT
    if is_over(state):
        return SKFAST_ERROR_OVER
    if not contains(state.hands[state.turn], move.cards):
        return SKFAST_ERROR_NOT_HELD
    if move.category >= SKFAST_BOMB and not 0 <= bomb_kind(move) < SKFAST_BOMB_KINDS:
        return SKFAST_ERROR_NO_MOVE
    played = move[0]
    make(state, &played, undo if undo != NULL else &unwanted)
    return SKFAST_OK


cdef int32_t skfast_play(skfast_state* state, const skfast_move* move, const skfast_rules* rules,
                         skfast_undo* undo) noexcept nogil:
    cdef int32_t error
    if state == NULL or move == NULL or rules == NULL:
        return SKFAST_ERROR_ARGUMENT
    if is_over(state):
        return SKFAST_ERROR_OVER
    error = play_error(state, move, rules)
    return skfast_play_unchecked(state, move, undo) if error == SKFAST_OK else error


cdef int32_t skfast_take_back(skfast_state* state, const skfast_undo* undo) noexcept nogil:
    if state == NULL or undo == NULL:
        return SKFAST_ERROR_ARGUMENT
    unmake(state, undo)
    return SKFAST_OK


cdef int32_t skfast_score(const skfast_state* state, const skfast_rules* rules, skfast_result* result) noexcept nogil:
    if state == NULL or rules == NULL or result == NULL:
        return SKFAST_ERROR_ARGUMENT
    score(state, rules, result)
    return SKFAST_OK


cdef int64_t skfast_perft_room(const skfast_state* state, const skfast_rules* rules, int32_t depth) noexcept nogil:
    if state == NULL or rules == NULL or depth < 0:
        return SKFAST_ERROR_ARGUMENT
    return perft_room(state, rules, depth)


cdef int64_t skfast_perft(const skfast_state* state, const skfast_rules* rules, int32_t depth, int32_t finished,
                          skfast_move* arena, int64_t capacity) noexcept nogil:
    cdef int64_t room = skfast_perft_room(state, rules, depth)
    if room < 0:
        return room
    if arena == NULL:
        return SKFAST_ERROR_ARGUMENT
    if capacity < room:
        return SKFAST_ERROR_ROOM
    return perft_count(state, rules, depth, finished != 0, PERFT_SHARED, arena)


# --- playing deals to their end

cdef inline int policies_of(const uint8_t* policies, uint8_t* by_seat) noexcept nogil:
    """False if one of them is none."""
    cdef int seat
    for seat in range(4):
        by_seat[seat] = SKFAST_RANDOM if policies == NULL else policies[seat]
        if by_seat[seat] > SKFAST_LOWEST:
            return False
    return True


cdef int64_t skfast_play_out(skfast_state* state, const skfast_rules* rules, const uint8_t* policies, uint64_t seed,
                             uint64_t number, skfast_move* arena, int64_t capacity,
                             skfast_playout* result) noexcept nogil:
    cdef Stream stream = stream_of(seed, number)
    cdef uint8_t by_seat[4]
    cdef skfast_state played
    cdef skfast_playout found
    cdef int64_t needed
    if state == NULL or rules == NULL or arena == NULL or capacity < 0:
        return SKFAST_ERROR_ARGUMENT
    if not policies_of(policies, by_seat):
        return SKFAST_ERROR_POLICY
    played = state[0]
    needed = playout(&played, rules, by_seat, &stream, arena, capacity, &found)
    if needed == 0:
        state[0] = played
        if result != NULL:
            result[0] = found
    return needed


cdef int64_t skfast_playouts(const skfast_state* state, const skfast_rules* rules, const uint8_t* policies,
                             uint64_t seed, uint64_t first, int64_t n, skfast_move* arena, int64_t capacity,
                             int64_t* scores) noexcept nogil:
    cdef uint8_t by_seat[4]
    if state == NULL or rules == NULL or arena == NULL or capacity < 0 or n < 0 or (n and scores == NULL):
        return SKFAST_ERROR_ARGUMENT
    if not policies_of(policies, by_seat):
        return SKFAST_ERROR_POLICY
    return playouts_of(state, rules, by_seat, seed, first, n, arena, capacity, scores)


cdef int64_t skfast_play_deals(const skfast_rules* rules, const uint8_t* policies, uint64_t seed, uint64_t first,
                               int64_t n, skfast_move* arena, int64_t capacity,
                               skfast_playout* results) noexcept nogil:
    cdef uint8_t by_seat[4]
    if rules == NULL or arena == NULL or capacity < 0 or n < 0 or (n and results == NULL):
        return SKFAST_ERROR_ARGUMENT
    if not policies_of(policies, by_seat):
        return SKFAST_ERROR_POLICY
    return play_deals(rules, by_seat, seed, first, n, arena, capacity, results)
