package skfast;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** skfast for Java 17, by JNI: {@code -Djava.library.path} is to name the folder of the compiled skfast_jni.c. */
public final class Skfast {
    static {
        System.loadLibrary("skfast_jni");
        if (abiVersion() != 1) {
            throw new UnsatisfiedLinkError("the library is of another version");
        }
    }

    private static final int RULES = 79; // longs of skfast_rules
    private static final int STATE = 16; // longs of skfast_state
    private static final int ARENA = 32768;
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private Skfast() {}

    /** What the library refuses, in its words. */
    public static final class Refused extends IllegalArgumentException {
        private static final long serialVersionUID = 1;
        public final int code;

        Refused(long code) {
            super(message((int) code));
            this.code = (int) code;
        }
    }

    private static long checked(long result) {
        if (result < 0) {
            throw new Refused(result);
        }
        return result;
    }

    private static byte[] terminated(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** Byte i of eight that the library laid into a long. */
    private static int octet(long bytes, int i) {
        return (int) (bytes >>> (LITTLE ? 8 * i : 56 - 8 * i)) & 255;
    }

    /** Which of the plays with jokers are listed. */
    public enum Wilds { ALL, THRIFTY }

    /** The flags of a variant. */
    public static final class Rules {
        final long[] flags = new long[RULES];

        /** A preset by its English or Chinese name. */
        public Rules(String name) {
            checked(rulesNamed(terminated(name), flags));
        }
    }

    /** The cards of a play, and the eight bytes of its reading. */
    public record Move(long cards, long reading) {
        public static final Move PASS = new Move(0, 0);

        public int category() { return octet(reading, 0); }
        public int length() { return octet(reading, 1); }
        public int size() { return octet(reading, 2); }
        public int rank() { return octet(reading, 3); }
        public int stars() { return octet(reading, 4); }
        public int nCards() { return octet(reading, 5); }
        public int wilds() { return octet(reading, 6); }

        public boolean beats(Move other) {
            return Skfast.beats(cards, reading, other.cards, other.reading);
        }

        public String text(Rules rules) {
            byte[] out = new byte[64];
            int n = (int) checked(moveText(cards, reading, rules.flags, out));
            return new String(out, 0, n, StandardCharsets.US_ASCII);
        }
    }

    /** A list of moves that can be filled again and again; a Move is made when it is asked for. */
    public static final class Moves {
        private long[] records = new long[512];
        private int size;

        public int size() { return size; }
        public long cards(int i) { return records[2 * i]; }
        public long reading(int i) { return records[2 * i + 1]; }
        public Move get(int i) { return new Move(cards(i), reading(i)); }

        /** The plays of a hand that beat the table (PASS: its leads). */
        public Moves fill(long hand, Move table, Rules rules, Wilds wilds) {
            int which = wilds.ordinal();
            long n = checked(legalMoves(hand, table.cards, table.reading, rules.flags, which, records));
            if (2 * n > records.length) {
                records = new long[2 * (int) n];
                n = checked(legalMoves(hand, table.cards, table.reading, rules.flags, which, records));
            }
            size = (int) n;
            return this;
        }
    }

    /** Cards as a number: four bits a rank count them. */
    public static long hand(String cards) {
        long[] hand = new long[1];
        checked(parseHand(terminated(cards), hand));
        return hand[0];
    }

    /** A move; without {@code =} it is to have one legal reading, or one that beats the table (PASS: a lead). */
    public static Move move(String cards, Move table, Rules rules) {
        long[] move = new long[2];
        checked(parseMove(terminated(cards), table.cards, table.reading, rules.flags, move));
        return new Move(move[0], move[1]);
    }

    public static Moves legalMoves(long hand, Move table, Rules rules, Wilds wilds) {
        return new Moves().fill(hand, table, rules, wilds);
    }

    public static long countMoves(long hand, Move table, Rules rules, Wilds wilds) {
        return checked(countMoves(hand, table.cards, table.reading, rules.flags, wilds.ordinal()));
    }

    /** A deal in progress. */
    public static final class State {
        private final Rules rules;
        private final long[] state;

        /** Deal {@code number} of a seed, led by whom the rules say. */
        public State(Rules rules, long seed, long number) {
            this.rules = rules;
            state = new long[STATE];
            checked(deal(rules.flags, seed, number, state));
        }

        public State(State other) {
            rules = other.rules;
            state = other.state.clone();
        }

        public long hand(int seat) { return state[seat]; }
        public Move table() { return new Move(state[4], state[5]); }
        public int turn() { return octet(state[14], 0); }
        public boolean isOver() { return octet(state[15], 0) == 4; }

        public int plies() {
            int first = octet(state[15], 6);
            int second = octet(state[15], 7);
            return LITTLE ? second << 8 | first : first << 8 | second;
        }

        /** The plays of the seat to move, which may pass too unless it leads; not of a deal that is over. */
        public Moves legalMoves(Wilds wilds) {
            return Skfast.legalMoves(hand(turn()), table(), rules, wilds);
        }

        /** A play, or PASS. What is refused leaves the state as it was. */
        public void play(Move move) {
            checked(Skfast.play(state, move.cards, move.reading, rules.flags));
        }

        /** Play the deal to its end at random, by stream {@code number} of a seed. */
        public void playOut(long seed, long number) {
            if (checked(Skfast.playOut(state, rules.flags, seed, number, new long[2 * ARENA])) != 0) {
                throw new IllegalStateException("the arena serves every preset");
            }
        }

        /** By seat; of a deal that is not over the contributions so far. */
        public long[] scores() {
            long[] scores = new long[4];
            checked(score(state, rules.flags, scores));
            return scores;
        }
    }

    private static native int abiVersion();
    private static native String message(int error);
    private static native int rulesNamed(byte[] name, long[] rules);
    private static native int parseHand(byte[] cards, long[] hand);
    private static native int parseMove(byte[] cards, long tableCards, long tableReading, long[] rules, long[] move);
    private static native int moveText(long cards, long reading, long[] rules, byte[] out);
    private static native long legalMoves(
        long hand, long tableCards, long tableReading, long[] rules, int wilds, long[] out);
    private static native long countMoves(long hand, long tableCards, long tableReading, long[] rules, int wilds);
    private static native boolean beats(long aCards, long aReading, long bCards, long bReading);
    private static native int deal(long[] rules, long seed, long number, long[] state);
    private static native int play(long[] state, long cards, long reading, long[] rules);
    private static native int score(long[] state, long[] rules, long[] scores);
    private static native long playOut(long[] state, long[] rules, long seed, long number, long[] arena);
}
