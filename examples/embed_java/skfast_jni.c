/* The C side of skfast.Skfast.  Rules, states and lists are arrays of long, whose memory the library reads and writes
 * in place: nothing is allocated here, and nothing is to be freed.  Between Get and ReleasePrimitiveArrayCritical no
 * other function of the JVM may be called, and the time is to be short: microseconds here, a whole deal in play_out. */
#include <jni.h>
#include <skfast.h>
#include <stddef.h>

#define NATIVE(type, name) JNIEXPORT type JNICALL Java_skfast_Skfast_##name

_Static_assert(sizeof(skfast_move) == 2 * sizeof(jlong), "a move is two longs");
_Static_assert(sizeof(skfast_rules) == 79 * sizeof(jlong), "Skfast.RULES");
_Static_assert(sizeof(skfast_state) == 16 * sizeof(jlong), "Skfast.STATE");
_Static_assert(offsetof(skfast_state, table) == 4 * sizeof(jlong), "the table is longs 4 and 5");
_Static_assert(offsetof(skfast_state, turn) == 14 * sizeof(jlong), "State.octet");
_Static_assert(SKFAST_ARENA == 32768, "Skfast.ARENA");

typedef union {
    jlong halves[2];
    skfast_move move;
} record;

static void *hold(JNIEnv *env, jlongArray array) { return (*env)->GetPrimitiveArrayCritical(env, array, NULL); }

static void let_go(JNIEnv *env, jlongArray array, void *memory, jint mode) {
    (*env)->ReleasePrimitiveArrayCritical(env, array, memory, mode);
}

NATIVE(jint, abiVersion)(JNIEnv *env, jclass class) {
    (void)env, (void)class;
    return skfast_abi_version();
}

NATIVE(jstring, message)(JNIEnv *env, jclass class, jint error) {
    (void)class;
    return (*env)->NewStringUTF(env, skfast_error_message(error));
}

/* Texts are UTF-8 with a closing zero. */
NATIVE(jint, rulesNamed)(JNIEnv *env, jclass class, jbyteArray name, jlongArray rules) {
    skfast_rules found;
    (void)class;
    jbyte *text = (*env)->GetByteArrayElements(env, name, NULL);
    if (text == NULL) return SKFAST_ERROR_ARGUMENT;
    const jint done = skfast_rules_named((const char *)text, &found);
    (*env)->ReleaseByteArrayElements(env, name, text, JNI_ABORT);
    if (done == SKFAST_OK)
        (*env)->SetLongArrayRegion(env, rules, 0, (jsize)(sizeof found / sizeof(jlong)), (const jlong *)(void *)&found);
    return done;
}

NATIVE(jint, parseHand)(JNIEnv *env, jclass class, jbyteArray cards, jlongArray hand) {
    skfast_hand found = 0;
    (void)class;
    jbyte *text = (*env)->GetByteArrayElements(env, cards, NULL);
    if (text == NULL) return SKFAST_ERROR_ARGUMENT;
    const jint done = skfast_parse_hand((const char *)text, &found, NULL);
    (*env)->ReleaseByteArrayElements(env, cards, text, JNI_ABORT);
    const jlong value = (jlong)found;
    if (done == SKFAST_OK) (*env)->SetLongArrayRegion(env, hand, 0, 1, &value);
    return done;
}

/* `category` 0 in what is to be beaten is a lead. */
static const skfast_move *beaten(const record *table) {
    return table->move.category == SKFAST_PASS ? NULL : &table->move;
}

NATIVE(jint, parseMove)(JNIEnv *env, jclass class, jbyteArray cards, jlong table_cards, jlong table_reading,
                        jlongArray rules, jlongArray move) {
    const record table = {{table_cards, table_reading}};
    record found = {{0, 0}};
    (void)class;
    jbyte *text = (*env)->GetByteArrayElements(env, cards, NULL);
    if (text == NULL) return SKFAST_ERROR_ARGUMENT;
    const skfast_rules *flags = hold(env, rules);
    const jint done = skfast_parse_move((const char *)text, beaten(&table), flags, &found.move, NULL);
    if (flags != NULL) let_go(env, rules, (void *)flags, JNI_ABORT);
    (*env)->ReleaseByteArrayElements(env, cards, text, JNI_ABORT);
    if (done == SKFAST_OK) (*env)->SetLongArrayRegion(env, move, 0, 2, found.halves);
    return done;
}

NATIVE(jint, moveText)(JNIEnv *env, jclass class, jlong cards, jlong reading, jlongArray rules, jbyteArray out) {
    const record move = {{cards, reading}};
    char text[SKFAST_TEXT_SIZE];
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    const jint n = skfast_move_text(&move.move, flags, text);
    if (flags != NULL) let_go(env, rules, (void *)flags, JNI_ABORT);
    if (n > 0) (*env)->SetByteArrayRegion(env, out, 0, n, (const jbyte *)text);
    return n;
}

NATIVE(jlong, legalMoves)(JNIEnv *env, jclass class, jlong hand, jlong table_cards, jlong table_reading,
                          jlongArray rules, jint wilds, jlongArray out) {
    const record table = {{table_cards, table_reading}};
    const jlong room = (*env)->GetArrayLength(env, out) / 2;
    int64_t n = SKFAST_ERROR_ARGUMENT;
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    if (flags == NULL) return n;
    skfast_move *moves = hold(env, out);
    if (moves != NULL) {
        n = skfast_legal_moves((skfast_hand)hand, beaten(&table), flags, wilds, moves, room);
        let_go(env, out, moves, 0);
    }
    let_go(env, rules, (void *)flags, JNI_ABORT);
    return n;
}

NATIVE(jlong, countMoves)(JNIEnv *env, jclass class, jlong hand, jlong table_cards, jlong table_reading,
                          jlongArray rules, jint wilds) {
    const record table = {{table_cards, table_reading}};
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    const int64_t n = skfast_count_moves((skfast_hand)hand, beaten(&table), flags, wilds);
    if (flags != NULL) let_go(env, rules, (void *)flags, JNI_ABORT);
    return n;
}

NATIVE(jboolean, beats)(JNIEnv *env, jclass class, jlong a_cards, jlong a_reading, jlong b_cards, jlong b_reading) {
    const record a = {{a_cards, a_reading}}, b = {{b_cards, b_reading}};
    (void)env, (void)class;
    return skfast_beats(&a.move, &b.move) == 1;
}

NATIVE(jint, deal)(JNIEnv *env, jclass class, jlongArray rules, jlong seed, jlong number, jlongArray state) {
    skfast_state dealt;
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    const jint done = skfast_deal(flags, (uint64_t)seed, (uint64_t)number, -1, &dealt);
    if (flags != NULL) let_go(env, rules, (void *)flags, JNI_ABORT);
    if (done == SKFAST_OK)
        (*env)->SetLongArrayRegion(env, state, 0, (jsize)(sizeof dealt / sizeof(jlong)), (const jlong *)(void *)&dealt);
    return done;
}

NATIVE(jint, play)(JNIEnv *env, jclass class, jlongArray state, jlong cards, jlong reading, jlongArray rules) {
    const record move = {{cards, reading}};
    jint done = SKFAST_ERROR_ARGUMENT;
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    if (flags == NULL) return done;
    skfast_state *deal = hold(env, state);
    if (deal != NULL) {
        done = skfast_play(deal, &move.move, flags, NULL);
        let_go(env, state, deal, 0);
    }
    let_go(env, rules, (void *)flags, JNI_ABORT);
    return done;
}

NATIVE(jint, score)(JNIEnv *env, jclass class, jlongArray state, jlongArray rules, jlongArray scores) {
    skfast_result result;
    jint done = SKFAST_ERROR_ARGUMENT;
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    if (flags == NULL) return done;
    skfast_state *deal = hold(env, state);
    if (deal != NULL) {
        done = skfast_score(deal, flags, &result);
        let_go(env, state, deal, JNI_ABORT);
    }
    let_go(env, rules, (void *)flags, JNI_ABORT);
    if (done == SKFAST_OK) (*env)->SetLongArrayRegion(env, scores, 0, 4, (const jlong *)result.scores);
    return done;
}

NATIVE(jlong, playOut)(JNIEnv *env, jclass class, jlongArray state, jlongArray rules, jlong seed, jlong number,
                       jlongArray arena) {
    const jlong room = (*env)->GetArrayLength(env, arena) / 2;
    int64_t done = SKFAST_ERROR_ARGUMENT;
    (void)class;
    const skfast_rules *flags = hold(env, rules);
    if (flags == NULL) return done;
    skfast_state *deal = hold(env, state);
    if (deal != NULL) {
        skfast_move *moves = hold(env, arena);
        if (moves != NULL) {
            done = skfast_play_out(deal, flags, NULL, (uint64_t)seed, (uint64_t)number, moves, room, NULL);
            let_go(env, arena, moves, JNI_ABORT);
        }
        let_go(env, state, deal, 0);
    }
    let_go(env, rules, (void *)flags, JNI_ABORT);
    return done;
}
