"""Times the requests of the page for puzzles of which one thing was changed.

Usage: python3 benches/edited.py target/release/dlx KIND[,KIND] PUZZLES

Starts `dlx sudoku serve`, generates puzzles of each kind, and sends each of them as it is, without one rule, and with another
sum of a cage or another given. The median, the 9th of 10 and the slowest are printed in milliseconds for each request, from
connecting until the answer is read, so that the board is built anew wherever it was changed.
"""

import http.client
import json
import random
import re
import statistics
import subprocess
import sys
import time

REQUESTS = ("board", "check", "candidates", "solve", "true-candidates", "diagnose", "redundant")
CHANGES = ("none", "rule left out", "sum or given changed")


def asked(port, request, question):
    """Returns the milliseconds until the answer of a request is read."""
    begin = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("POST", f"/api/v1/{request}", json.dumps(question), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    took = 1000 * (time.perf_counter() - begin)
    if answer.status != 200:
        sys.exit(f"{request}: expected status 200, found {answer.status}: {text[:300]!r}")
    return took


def with_another_sum(rule):
    """Returns a cage with a sum that is one greater, or one less if no digits have a greater one."""
    word, total, *cells = rule.split()
    greatest = len(cells) * (19 - len(cells)) // 2
    total = int(total) + (1 if int(total) < greatest else -1)
    return " ".join([word, str(total), *cells])


def changed(change, rules, givens, choices):
    rules, givens = list(rules), list(givens)
    sums = [place for place, rule in enumerate(rules) if rule.startswith("killer ")]
    if change == "rule left out":
        rules.pop(choices.randrange(len(rules)))
    elif change != "none" and sums:
        place = choices.choice(sums)
        rules[place] = with_another_sum(rules[place])
    elif change != "none":
        place = choices.choice([place for place, digit in enumerate(givens) if digit])
        givens[place] = givens[place] % 9 + 1
    return rules, givens


def main(binary, kinds, count):
    serve = [binary, "sudoku", "serve", "--port", "0"]
    server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    port = int(re.search(r":(\d+)", server.stdout.readline()).group(1))
    choices = random.Random(1)
    print("| puzzles | change | request | median, ms | 9 of 10 | slowest |\n|---|---|---|---:|---:|---:|")
    try:
        for kind in kinds.split(","):
            generate = [binary, "sudoku", "generate", "--variant", kind, "-n", count, "--seed", "9"]
            puzzles = subprocess.run(generate, capture_output=True, text=True, check=True).stdout.splitlines()
            times = {}
            for puzzle in map(json.loads, puzzles):
                givens = [0 if sign == "." else int(sign) for sign in puzzle["givens"]]
                for change in CHANGES:
                    rules, cells = changed(change, puzzle["rules"], givens, choices)
                    board = {"side": 9, "rules": rules}
                    for request in REQUESTS:
                        question = board if request == "board" else {"board": board, "givens": cells}
                        times.setdefault((change, request), []).append(asked(port, request, question))
            for (change, request), found in times.items():
                found.sort()
                figures = (statistics.median(found), found[len(found) * 9 // 10], found[-1])
                print(f"| {kind} | {change} | {request} |", " | ".join(f"{one:.1f}" for one in figures), "|", flush=True)
    finally:
        server.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
