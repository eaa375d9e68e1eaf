"""Calls tools of a server that speaks the Model Context Protocol, and agrees to all that it asks.

Usage: tools.py PROGRAM mcp [OPTIONS]

Each line of standard input is the name of a tool and its arguments as JSON, such as: undo {}
A line that begins with ! is a command line of the shell. After "until TEXT" the tool is called again and again until its
answer contains the text.
"""

import json
import subprocess
import sys
import time

CLIENT = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}
server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
last_id = 0


def request(method, **params):
    """Sends a request, and returns the result."""
    global last_id
    last_id += 1
    message = {"jsonrpc": "2.0", "id": last_id, "method": method, "params": {**params, "_meta": CLIENT}}
    server.stdin.write(json.dumps(message) + "\n")
    server.stdin.flush()
    while True:
        answer = json.loads(server.stdout.readline())
        if answer.get("id") == last_id:
            return answer["result"] if "result" in answer else sys.exit(answer["error"]["message"])


def call(name, arguments):
    """Calls a tool, and returns the result after all questions."""
    result = request("tools/call", name=name, arguments=arguments)
    while result["resultType"] == "input_required":
        for question in result["inputRequests"].values():
            print("?", question["params"]["message"])
        agreement = {"action": "accept", "content": {"confirm": True}}
        result = request(
            "tools/call", name=name, arguments=arguments, requestState=result["requestState"],
            inputResponses={key: agreement for key in result["inputRequests"]})
    return result


for line in sys.stdin:
    if line.startswith("!"):
        subprocess.run(["/bin/sh", "-c", line[1:], sys.argv[1]], check=True, stdout=subprocess.DEVNULL)
        continue
    awaited = ""
    if line.startswith("until "):
        _, awaited, line = line.split(" ", 2)
    name, _, arguments = line.strip().partition(" ")
    while True:
        result = call(name, json.loads(arguments or "{}"))
        text = "\n".join(part["text"] for part in result["content"])
        if awaited in text:
            break
        time.sleep(0.1)
    print(("refused: " if result["isError"] else "") + text)
server.stdin.close()
sys.exit(server.wait())
