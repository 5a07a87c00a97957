/* skfast.h: the C interface of skfast, the legal-move engine for Shuangkou.
 *
 * The structs below are shared by this library, by the Cython kernel and (skfast_move) by NumPy as
 * skfast.MOVE_DTYPE.  Nothing here needs Python.  No function allocates, keeps state between calls or
 * writes past the capacity it is given, so all of them may be called from any thread.
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

#ifdef __cplusplus
}
#endif
#endif
