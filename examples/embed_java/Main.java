import java.util.Locale;
import java.util.function.LongToIntFunction;
import skfast.Skfast;
import skfast.Skfast.Move;
import skfast.Skfast.Moves;
import skfast.Skfast.Rules;
import skfast.Skfast.State;
import skfast.Skfast.Wilds;

/**
 * Main RULES HAND TABLE SEED: the plays of a hand that beat the table (- for a lead), a deal played by the first move of
 * every list, and the same deal at random. Main bench RULES SEED HANDS ROUNDS: ns a call.
 */
public final class Main {
    private static int sink;

    private static void answer(String name, String cards, String beaten, long seed) {
        Rules rules = new Rules(name);
        Move table = beaten.equals("-") ? Move.PASS : Skfast.move(beaten, Move.PASS, rules);
        Moves moves = Skfast.legalMoves(Skfast.hand(cards), table, rules, Wilds.ALL);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < moves.size(); i++) {
            out.append(moves.get(i).text(rules)).append('\n');
        }

        State start = new State(rules, seed, 0);
        State state = new State(start);
        while (!state.isOver()) {
            moves = state.legalMoves(Wilds.ALL);
            state.play(moves.size() == 0 ? Move.PASS : moves.get(0));
        }
        out.append("deal ").append(came(state, seed));

        state = new State(start);
        state.playOut(seed, 0);
        out.append("random deal ").append(came(state, seed));
        System.out.print(out);
    }

    private static String came(State state, long seed) {
        long[] s = state.scores();
        return Long.toUnsignedString(seed) + ": " + state.plies() + " plies, scores " + s[0] + " " + s[1] + " " + s[2] + " " + s[3]
            + "\n";
    }

    private static double fastest(int rounds, long[] hands, LongToIntFunction ofHand) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            for (long hand : hands) {
                sink += ofHand.applyAsInt(hand);
            }
            least = Math.min(least, System.nanoTime() - start);
        }
        return (double) least / hands.length;
    }

    private static void bench(String name, long seed, int n, int rounds) {
        Rules rules = new Rules(name);
        long[] hands = new long[n];
        for (int i = 0; i < n; i++) {
            hands[i] = new State(rules, seed, i / 4).hand(i % 4);
        }

        Moves room = new Moves();
        long checksum = 0;
        long counted = 0;
        for (long hand : hands) {
            room.fill(hand, Move.PASS, rules, Wilds.ALL);
            for (int i = 0; i < room.size(); i++) {
                checksum = (checksum ^ room.cards(i)) * 0x100_0000_01b3L;
                checksum = (checksum ^ room.reading(i)) * 0x100_0000_01b3L;
            }
            counted += Skfast.countMoves(hand, Move.PASS, rules, Wilds.ALL);
        }

        double list = fastest(rounds, hands, hand -> Skfast.legalMoves(hand, Move.PASS, rules, Wilds.ALL).size());
        double into = fastest(rounds, hands, hand -> room.fill(hand, Move.PASS, rules, Wilds.ALL).size());
        double count = fastest(rounds, hands, hand -> (int) Skfast.countMoves(hand, Move.PASS, rules, Wilds.ALL));
        System.out.printf(
            Locale.ROOT,
            "checksum %016x%nmoves %d%nlegal_moves %.1f%nlegal_moves_into %.1f%ncount %.1f%n",
            checksum, counted, list, into, count);
    }

    public static void main(String[] words) {
        try {
            if (words.length == 5 && words[0].equals("bench")) {
                bench(words[1], Long.parseUnsignedLong(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]));
            } else if (words.length == 4) {
                answer(words[0], words[1], words[2], Long.parseUnsignedLong(words[3]));
            } else {
                throw new IllegalArgumentException(
                    "usage: Main RULES HAND TABLE SEED | Main bench RULES SEED HANDS ROUNDS");
            }
        } catch (IllegalArgumentException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }
}
