"""A client of `skfast serve`: one question, many at once, and a deal played to its end.

    python examples/serve_client.py [COMMAND ...]     # default: skfast serve
"""

import json
import subprocess
import sys


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, op, **fields):
        self.process.stdin.write(json.dumps({"op": op, **fields}).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise ValueError(answer["error"]["message"])
        return answer


server = Server(sys.argv[1:] or ["skfast", "serve"])
print(server.ask("legal_moves", hand="4567R", table="34567")["moves"])
print(server.ask("count", hands=["34567", "33334", "4567R"])["count"])
state = server.ask("deal", seed=7, game="mine")["state"]
while not state["is_over"]:
    moves = server.ask("legal_moves", game="mine", wilds="thrifty")["moves"]
    state = server.ask("play", game="mine", move=moves[0] if moves else "pass")["state"]
print(state["plies"], "plies,", state["result"]["win"], "win, scores", state["result"]["scores"])
server.process.stdin.close()  # the end of its input ends the server
sys.exit(server.process.wait())
