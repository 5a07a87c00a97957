/* skfast.h: the C interface of skfast, the legal-move engine for Shuangkou.  C11 and C++17.
 *
 * The structs below are shared by this library and by the kernel it is made of, and skfast_move is a record of
 * NumPy too.  No function allocates, keeps state between calls or writes past the capacity it is given, so all of
 * them may be called from any thread, on objects that no other thread writes.
 *
 * Functions that can fail return a negative `enum skfast_error` (skfast_error_message says it in words) and then
 * leave what they were to fill alone.  Hands and tables are checked by every function that takes them.  Rules and
 * states are not, but for NULL: rules come from skfast_rules_named or have passed skfast_rules_check, and states come
 * from this library or have passed skfast_state_check.
 */
#ifndef SKFAST_H
#define SKFAST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SKFAST_ABI_VERSION 1

/* A hand, or the cards of a move: nibble r (bits 4r..4r+3) counts the cards of rank r, 0..14 being
 * 3 4 5 6 7 8 9 T J Q K A 2 small-joker big-joker. */
typedef uint64_t skfast_hand;

enum skfast_category {
    SKFAST_PASS = 0,
    SKFAST_SINGLE = 1,
    SKFAST_PAIR = 2,
    SKFAST_TRIPLE = 3,
    SKFAST_STRAIGHT = 4,
    SKFAST_PAIR_RUN = 5,
    SKFAST_TRIPLE_RUN = 6,
    SKFAST_BOMB = 7,
    SKFAST_CHAIN_BOMB = 8,
    SKFAST_JOKER_BOMB = 9
};

/* 16 bytes: the cards and their reading.  Moves are equal when their bytes are. */
typedef struct skfast_move {
    uint64_t cards;
    uint8_t category; /* enum skfast_category */
    uint8_t length;   /* ranks in the run, 1 outside runs */
    uint8_t size;     /* cards per rank; in a chain the group that gives the stars; joker bomb: cards */
    uint8_t rank;     /* top rank, 0..14 */
    uint8_t stars;    /* bomb stars, 0 for the rest */
    uint8_t n_cards;
    uint8_t wilds;    /* jokers that stand for another card */
    uint8_t order;    /* between bombs of equal stars: higher wins (0 lowest, 255 highest, else 27 - n_cards) */
} skfast_move;

enum skfast_wild_jokers { SKFAST_WILD_NONE = 0, SKFAST_WILD_BIG = 1, SKFAST_WILD_ALL = 2 };
enum skfast_chain_sizes { SKFAST_CHAIN_NONE = 0, SKFAST_CHAIN_EQUAL = 1, SKFAST_CHAIN_MIXED = 2 };
enum skfast_chain_star { SKFAST_STAR_LARGEST = 0, SKFAST_STAR_SMALLEST = 1 };
enum skfast_four_jokers {
    SKFAST_FOUR_TOP7 = 0,
    SKFAST_FOUR_BOTTOM7 = 1,
    SKFAST_FOUR_TOP8 = 2,
    SKFAST_FOUR_ABOVE_ALL = 3
};
enum skfast_bomb_order { SKFAST_ORDER_COUNT = 0, SKFAST_ORDER_STARS = 1 };
enum skfast_lead { SKFAST_LEAD_LAST_WINNER = 0, SKFAST_LEAD_FACE_UP = 1 };
enum skfast_multiplier_rule { SKFAST_BEST_OF_WINNER = 0, SKFAST_PRODUCT_OF_ALL = 1 };
enum skfast_win { SKFAST_DOUBLE = 0, SKFAST_SINGLE_WIN = 1, SKFAST_LEVEL = 2 };

#define SKFAST_MAX_STARS 31

/* The flags of one variant (the rules, section 5). */
typedef struct skfast_rules {
    uint8_t wild_jokers;       /* enum skfast_wild_jokers */
    uint8_t mixed_joker_pair;  /* 0 never, 1 wild */
    uint8_t chain_sizes;       /* enum skfast_chain_sizes */
    uint8_t chain_min_groups;  /* 2..chain_max_groups */
    uint8_t chain_max_groups;  /* ..6 */
    uint8_t chain_star;        /* enum skfast_chain_star */
    uint8_t max_bomb_size;     /* 4..12 */
    uint8_t three_jokers;      /* 0, 1 */
    uint8_t four_jokers;       /* enum skfast_four_jokers */
    uint8_t bomb_order;        /* enum skfast_bomb_order */
    uint8_t lead;              /* enum skfast_lead */
    uint8_t seat_swap;         /* 0, 1 */
    uint8_t partner_visible;   /* 0, 1 */
    uint8_t multiplier_rule;   /* enum skfast_multiplier_rule */
    uint8_t has_four_joker_factor; /* 0: the four jokers count by their stars */
    uint8_t reserved;          /* 0 */
    int64_t base[3][4];        /* [enum skfast_win][place 0..3] */
    int64_t four_joker_factor;
    int64_t multiplier[SKFAST_MAX_STARS + 1];   /* factor of a bomb of these stars (1: none), filled to the end */
    int64_t contribution[SKFAST_MAX_STARS + 1]; /* points from each other player for such a bomb */
} skfast_rules;

#define SKFAST_BOMB_KINDS 16 /* stars 4..18, and last the four jokers */

/* A deal in progress: 128 bytes, copied by assignment. */
typedef struct skfast_state {
    uint64_t hands[4];
    skfast_move table;        /* category SKFAST_PASS: the player to move leads */
    uint8_t bombs[4][SKFAST_BOMB_KINDS]; /* bombs each seat has played, by stars - 4; [15] the four jokers */
    uint8_t turn;             /* the seat to move; of a deal that is over, who moved last */
    uint8_t leader;           /* who led this trick, or is to lead it */
    uint8_t table_seat;       /* who played the table; the leader before a lead */
    uint8_t passes;           /* passes in succession since the last play */
    uint8_t finish[4];        /* seats that are out, first to last; the rest 255 */
    uint8_t n_finished;       /* 4 when the deal is over */
    uint8_t players[4];       /* the player who sits at each seat */
    uint8_t face_up;          /* card id 0..107 that settled the lead, 255: none */
    uint16_t plies;           /* plays and passes so far */
} skfast_state;

/* Why a text is refused; where it says so, with the position of the character to blame. */
enum skfast_text {
    SKFAST_TEXT_OK = 0,
    SKFAST_TEXT_CHARACTER = 1,  /* no card, at the position */
    SKFAST_TEXT_RANK = 2,       /* more than 8 of a rank or 2 of a joker, from the position on */
    SKFAST_TEXT_CARDS = 3,      /* more than 27 cards, from the position on */
    SKFAST_TEXT_NO_MOVE = 4,    /* these cards have no legal reading */
    SKFAST_TEXT_AMBIGUOUS = 5,  /* several readings, and the text names none */
    SKFAST_TEXT_READING = 6,    /* the reading it names, from the position on, is not legal */
    SKFAST_TEXT_TOO_LOW = 7     /* no reading beats the table */
};
#define SKFAST_TEXT_SIZE 64 /* room for the text of a hand or a move and its closing zero */

/* What takes back one ply: 48 bytes. */
typedef struct skfast_undo {
    skfast_move move;         /* the ply itself; category SKFAST_PASS: a pass */
    skfast_move table;        /* the table before it */
    uint8_t tail[16];         /* skfast_state from `turn` on, before it */
} skfast_undo;

/* The score of a deal, by seat: scores = base * multiplier + contribution. */
typedef struct skfast_result {
    int64_t base[4];
    int64_t contribution[4];
    int64_t scores[4];
    int64_t multiplier;
    uint8_t finish[4];        /* seats, first to last */
    uint8_t win;              /* enum skfast_win; 255 before the end of the deal */
    uint8_t reserved[3];      /* 0 */
} skfast_result;

/* What a deal played to its end came to: 152 bytes.  Arrays of four are by seat, except finish. */
typedef struct skfast_playout {
    int64_t base[4];
    int64_t contribution[4];
    int64_t scores[4];
    int64_t multiplier;
    uint32_t lead_moves;      /* the legal plays of every lead, added up */
    uint32_t follow_moves;    /* of every other ply; 0 at a forced pass */
    uint16_t plies;           /* plays and passes */
    uint16_t leads;           /* of them leads */
    uint16_t choices;         /* of them with a choice, pass being one */
    uint8_t finish[4];        /* seats, first to last */
    uint8_t win;              /* enum skfast_win */
    uint8_t leader;           /* who led first */
    uint8_t players[4];       /* the player who sits at each seat */
    uint8_t best_stars[4];    /* the most stars of a bomb the seat played, 0: none */
    uint8_t bombs[SKFAST_BOMB_KINDS]; /* bombs played by anybody, by stars - 4; [15] the four jokers */
    uint8_t face_up;          /* card id 0..107 that settled the lead, 255: none */
    uint8_t reserved[3];      /* 0 */
} skfast_playout;

enum skfast_policy { SKFAST_RANDOM = 0, SKFAST_LOWEST = 1 };

enum skfast_wilds { SKFAST_WILDS_ALL = 0, SKFAST_WILDS_THRIFTY = 1 };

enum skfast_error {
    SKFAST_OK = 0,
    SKFAST_ERROR_ARGUMENT = -1, /* a pointer is NULL, or a capacity or a depth negative */
    SKFAST_ERROR_HAND = -2,     /* not a hand: bits 60..63, above 8 of a rank, 2 of a joker or 27 cards */
    SKFAST_ERROR_TABLE = -3,    /* not a move that can lie on the table */
    SKFAST_ERROR_WILDS = -4,    /* not of enum skfast_wilds */
    SKFAST_ERROR_NAME = -5,     /* no rules have this name */
    SKFAST_ERROR_CARDS = -6,    /* not different card ids 0..107 */
    SKFAST_ERROR_LEADER = -7,   /* not a seat that may lead, or one where the face-up card decides */
    SKFAST_ERROR_PLAYERS = -8,  /* not the players 0..3 in some order */
    SKFAST_ERROR_ROOM = -9,     /* the arena is smaller than skfast_perft_room */
    SKFAST_ERROR_POLICY = -10,  /* not of enum skfast_policy */

    SKFAST_ERROR_TEXT = -20,    /* less a code of enum skfast_text: -21 .. -27 */

    SKFAST_ERROR_STATE = -30,   /* less what is wrong: -31 hands, -32 players, -33 seats that are out, -34 turn,
                                   -35 table, -36 bombs, -37 face-up card */
    SKFAST_ERROR_OVER = -40,    /* the deal is over */
    SKFAST_ERROR_MUST_PLAY = -41, /* who leads cannot pass */
    SKFAST_ERROR_NOT_HELD = -42,  /* the hand lacks cards of the move */
    SKFAST_ERROR_NO_MOVE = -43,   /* the record is no legal reading of its cards */
    SKFAST_ERROR_TOO_LOW = -44,   /* the move does not beat the table */

    SKFAST_ERROR_RULES = -100   /* less the place of the field in skfast_rules: -101 wild_jokers .. -120 contribution */
};

/* Before the function definitions are included or compiled: `static`, or what exports them from a DLL. */
#ifndef SKFAST_API
#if defined(_WIN32) && defined(SKFAST_SHARED)
#ifdef SKFAST_BUILD
#define SKFAST_API __declspec(dllexport)
#else
#define SKFAST_API __declspec(dllimport)
#endif
#else
#define SKFAST_API
#endif
#endif

/* --- the library */

/* SKFAST_ABI_VERSION of the library, to be held against that of the header. */
SKFAST_API int32_t skfast_abi_version(void);

/* What an error means, in English; of any other number that it is unknown.  Never NULL. */
SKFAST_API const char *skfast_error_message(int32_t error);

/* --- rules */

/* Fill the rules of a preset: its English name in any case, or a Chinese one in UTF-8 ("BAIBIAN", "baibian",
 * "\xE7\x99\xBE\xE5\x8F\x98"); spaces do not count.  SKFAST_ERROR_NAME. */
SKFAST_API int32_t skfast_rules_named(const char *name, skfast_rules *rules);

/* The English names of the presets, 0 the first; NULL for other numbers. */
SKFAST_API const char *skfast_preset_name(int32_t number);

/* Whether a variant of one's own is one: 0, or SKFAST_ERROR_RULES less the place of the field to blame. */
SKFAST_API int32_t skfast_rules_check(const skfast_rules *rules);

/* --- cards and text */

/* 0 or SKFAST_ERROR_HAND.  An empty hand is one. */
SKFAST_API int32_t skfast_hand_check(skfast_hand hand);

/* The number of cards; of any 60 bits. */
SKFAST_API int32_t skfast_hand_size(skfast_hand hand);

/* Hands from and to 15 counts by rank, and from n card ids: copy * 54 + face, face = rank * 4 + suit for the 52, 52 the
 * small and 53 the big joker.  SKFAST_ERROR_HAND, SKFAST_ERROR_CARDS. */
SKFAST_API int32_t skfast_hand_from_counts(const uint8_t *counts, skfast_hand *hand);
SKFAST_API int32_t skfast_hand_counts(skfast_hand hand, uint8_t *counts);
SKFAST_API int32_t skfast_hand_from_cards(const uint8_t *cards, int32_t n, skfast_hand *hand);

/* Text is zero-terminated; `position`, unless it is NULL, is set to the offset of the byte to blame when an error of
 * enum skfast_text is returned.  A move without `=` needs one legal reading, or with a table one that beats it (NULL: a
 * lead); one with `=` is not held against the table.  "pass" is SKFAST_PASS. */
SKFAST_API int32_t skfast_parse_hand(const char *text, skfast_hand *hand, int32_t *position);
SKFAST_API int32_t skfast_parse_move(const char *text, const skfast_move *table, const skfast_rules *rules,
                                     skfast_move *move, int32_t *position);

/* `out` has room for SKFAST_TEXT_SIZE bytes; the length without the closing zero is returned. */
SKFAST_API int32_t skfast_hand_text(skfast_hand hand, char *out);
SKFAST_API int32_t skfast_move_text(const skfast_move *move, const skfast_rules *rules, char *out);

/* --- questions about moves; `table` is the move to beat, NULL for a lead */

/* Write the legal plays of a hand to `out`, which has room for `capacity` records (NULL for 0).  Returns how many there
 * are, even if that is more than `capacity`; none is written past it, and what lies between the last move and
 * `capacity` may be overwritten.  Their order is always the same; SKFAST_PASS is never among them. */
SKFAST_API int64_t skfast_legal_moves(skfast_hand hand, const skfast_move *table, const skfast_rules *rules,
                                      int32_t wilds, skfast_move *out, int64_t capacity);

/* How many those are, without making them. */
SKFAST_API int64_t skfast_count_moves(skfast_hand hand, const skfast_move *table, const skfast_rules *rules,
                                      int32_t wilds);

/* 1 if there are any, else 0; stops at the first. */
SKFAST_API int32_t skfast_can_beat(skfast_hand hand, const skfast_move *table, const skfast_rules *rules);

/* The legal readings of exactly these cards, those that beat the table; at most 16. */
SKFAST_API int32_t skfast_classify(skfast_hand cards, const skfast_move *table, const skfast_rules *rules,
                                   skfast_move *out, int32_t capacity);

/* 1 if the record, every byte of it, is a play out of this hand that beats the table, else 0. */
SKFAST_API int32_t skfast_is_legal(const skfast_move *move, skfast_hand hand, const skfast_move *table,
                                   const skfast_rules *rules);

/* 1 if the legal move is one that SKFAST_WILDS_THRIFTY lists, else 0. */
SKFAST_API int32_t skfast_is_thrifty(const skfast_move *move, skfast_hand hand, const skfast_rules *rules);

/* 1 if a beats b, else 0; a partial order, in which SKFAST_PASS has no place. */
SKFAST_API int32_t skfast_beats(const skfast_move *a, const skfast_move *b);

/* --- a deal */

/* Deal number `number` of a seed, the same on every machine.  `leader` is a seat, or -1: at random, or, where the rules
 * let the face-up card decide, that one; then it must be -1.  SKFAST_ERROR_LEADER. */
SKFAST_API int32_t skfast_deal(const skfast_rules *rules, uint64_t seed, uint64_t number, int32_t leader,
                               skfast_state *state);

/* The same, and who got which card: seat s holds the ids cards[27 * s] .. cards[27 * s + 26].  `players` are those who
 * sit at the four seats before the deal (NULL: 0, 1, 2, 3); `cards` has room for 108 bytes or is NULL. */
SKFAST_API int32_t skfast_deal_cards(const skfast_rules *rules, uint64_t seed, uint64_t number, int32_t leader,
                                     const uint8_t *players, skfast_state *state, uint8_t *cards);

/* A deal from given hands.  `finish` holds the seats without cards, first finisher first (NULL: nobody is out).
 * SKFAST_ERROR_LEADER, SKFAST_ERROR_STATE. */
SKFAST_API int32_t skfast_begin(const skfast_rules *rules, const skfast_hand *hands, int32_t leader,
                                const uint8_t *finish, int32_t n_finished, skfast_state *state);

/* 0 for a state that play can have reached, or SKFAST_ERROR_STATE less what is wrong. */
SKFAST_API int32_t skfast_state_check(const skfast_state *state, const skfast_rules *rules);

/* The move to beat: &state->table, or NULL when leading. */
SKFAST_API const skfast_move *skfast_table(const skfast_state *state);

/* 1 once both players of a side are out. */
SKFAST_API int32_t skfast_is_over(const skfast_state *state);

/* skfast_legal_moves of the seat to move; none once the deal is over.  It may pass too, unless it leads. */
SKFAST_API int64_t skfast_state_moves(const skfast_state *state, const skfast_rules *rules, int32_t wilds,
                                      skfast_move *out, int64_t capacity);

/* The seat to move plays, or passes with a record of zeros.  `undo`, unless it is NULL, receives what takes it back.
 * SKFAST_ERROR_OVER, _MUST_PLAY, _NOT_HELD, _NO_MOVE, _TOO_LOW; the state is then as before. */
SKFAST_API int32_t skfast_play(skfast_state *state, const skfast_move *move, const skfast_rules *rules,
                               skfast_undo *undo);

/* The same for a move known to be legal: neither the rules nor the table are asked, and what is refused is only what
 * would break the state, SKFAST_ERROR_OVER, _NOT_HELD, and _NO_MOVE for a bomb of impossible stars. */
SKFAST_API int32_t skfast_play_unchecked(skfast_state *state, const skfast_move *move, skfast_undo *undo);

/* Take back the last ply, the one that `undo` is of. */
SKFAST_API int32_t skfast_take_back(skfast_state *state, const skfast_undo *undo);

/* The score of a deal that is over, and its parts; before that (win 255) the contributions so far. */
SKFAST_API int32_t skfast_score(const skfast_state *state, const skfast_rules *rules, skfast_result *result);

/* The number of sequences of `depth` plies, passes included; with `finished` (0, 1) also of fewer that end the deal.
 * `arena` has room for `capacity` records, at least skfast_perft_room of them.  SKFAST_ERROR_ROOM. */
SKFAST_API int64_t skfast_perft_room(const skfast_state *state, const skfast_rules *rules, int32_t depth);
SKFAST_API int64_t skfast_perft(const skfast_state *state, const skfast_rules *rules, int32_t depth,
                                int32_t finished, skfast_move *arena, int64_t capacity);

/* --- playing deals to their end
 *
 * `policies` holds four of enum skfast_policy, by seat; NULL: all at random.  Random numbers come from stream `number`
 * of a seed, the same on every machine.  `arena` has room for `capacity` records: SKFAST_ARENA serves every preset.
 * Each returns 0, an error, or, where a list did not fit, how many records the arena must hold; results then mean
 * nothing. */
#define SKFAST_ARENA 32768

/* Play `state` to its end; `result` may be NULL. */
SKFAST_API int64_t skfast_play_out(skfast_state *state, const skfast_rules *rules, const uint8_t *policies,
                                   uint64_t seed, uint64_t number, skfast_move *arena, int64_t capacity,
                                   skfast_playout *result);

/* Playouts first .. first + n - 1 of a position: the scores of each by seat, n rows of 4. */
SKFAST_API int64_t skfast_playouts(const skfast_state *state, const skfast_rules *rules, const uint8_t *policies,
                                   uint64_t seed, uint64_t first, int64_t n, skfast_move *arena, int64_t capacity,
                                   int64_t *scores);

/* Deals first .. first + n - 1 of a seed, dealt as by skfast_deal and played out with the rest of their stream. */
SKFAST_API int64_t skfast_play_deals(const skfast_rules *rules, const uint8_t *policies, uint64_t seed,
                                     uint64_t first, int64_t n, skfast_move *arena, int64_t capacity,
                                     skfast_playout *results);

#ifdef __cplusplus
}
#endif
#endif
