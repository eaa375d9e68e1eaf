#!/usr/bin/env python3
"""Shows an application at a prompt. It knows the protocol of `serve --stdio`, and no name of a command.

Usage: prompt.py PROGRAM serve --stdio [OPTIONS]

Each line is something that the screen offers: a role of a table or a form with its arguments (sort price, open p1,
type name Lantern), the title of an answer (answer Undo), a command of the menu with named arguments
(products.edit ids=p1 price=+10%), "until TEXT" to wait for a text on the screen, "! LINE" to run a line of the shell,
in which $0 is the program, or one of screen, menu, wait and quit.
"""
import json
import shlex
import signal
import subprocess
import sys


class Refused(Exception):
    """The program refuses a request."""


class Connection:
    """A program that serves an application, and its present screen."""

    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.count = 0
        self.request("initialize", protocol=1, client={"name": "prompt", "version": "1"})
        self.screen = self.request("subscribe")["screen"]

    def request(self, method, is_done=lambda: False, **params):
        """Sends a request, and returns its result, or an empty one as soon as the screen is as wanted."""
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        while True:
            answer = self.receive()
            if answer and answer["id"] == self.count:
                return answer["result"]
            if is_done():
                return {}

    def receive(self):
        """Reads a message: applies a change of the screen, or returns a response."""
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("the program has ended")
        answer = json.loads(line)
        if "error" in answer:
            error = answer["error"]
            message = "; ".join(filter(None, [error["message"], error["data"].get("hint")]))
            if answer["id"] == self.count:
                raise Refused(message)
            print(message)
        if answer.get("method") != "changed":
            return answer
        apply(answer["params"]["difference"], self.screen)

    def question(self):
        return self.screen.get("sheet", {}).get("question")


def apply(difference, screen):
    """Changes a screen as a difference says."""
    for name in ("title", "status", "tabs", "notices", "progress", "commands"):
        screen[name] = difference.get(name, screen[name])
    if "elements" in difference:
        screen["elements"] = changed(screen["elements"], difference["elements"])
    sheet = difference.get("sheet", {})
    if sheet == "closed":
        del screen["sheet"]
    elif "opened" in sheet:
        screen["sheet"] = sheet["opened"]
    elif "changed" in sheet:
        if "elements" in sheet["changed"]:
            screen["sheet"]["elements"] = changed(screen["sheet"]["elements"], sheet["changed"]["elements"])
        screen["sheet"].pop("question", None)
        if "question" in sheet["changed"]:
            screen["sheet"]["question"] = sheet["changed"]["question"]


def changed(elements, difference):
    """Returns the elements of a screen after a difference."""
    known = {element["id"]: element for element in elements + difference["replaced"]}
    for id, table in difference["tables"].items():
        former = known[id]["content"]["table"]
        new = {row["id"]: row for row in table["changed"]}
        rows = [new.get(row["id"], row) for row in former["rows"] if row["id"] not in table["removed"]]
        for insertion in table["inserted"]:
            rows.insert(insertion["index"], insertion["row"])
        known[id]["content"]["table"] = dict(table.get("frame", former), rows=rows)
    for id, rows in difference["formRows"].items():
        new = {row["id"]: row for row in rows}
        for section in known[id]["content"]["form"]["sections"]:
            section["rows"] = [new.get(row["id"], row) for row in section["rows"]]
    return [known[id] for id in difference.get("order", [element["id"] for element in elements])]


class Prompt:
    """What a person types, in the terms of the screen."""

    def __init__(self, words):
        self.connection = Connection(words)
        description = self.connection.request("describe")
        self.roles = description["roles"]
        commands = description["commands"]["oneOf"]
        self.parameters = {
            command["properties"]["path"]["const"]: command["properties"]["arguments"]["properties"]
            for command in commands
        }

    def run(self, line):
        words = shlex.split(line)
        name, arguments = words[0], words[1:]
        if name == "wait":
            self.connection.request("wait")
        elif name == "screen":
            print(text(self.connection.screen))
        elif name == "until":
            # A text that never comes must not wait forever.
            signal.alarm(600)
            while " ".join(arguments) not in text(self.connection.screen):
                self.connection.receive()
            signal.alarm(0)
        elif name == "menu":
            print("\n".join(self.parameters))
        elif name == "answer":
            self.invoke(self.answer(" ".join(arguments)))
        elif self.role(name) is None:
            if name not in self.parameters:
                raise Refused(f"the screen does not offer {name}")
            pairs = (argument.partition("=") for argument in arguments)
            self.invoke({"path": name, "arguments": {key: self.value(name, key, value) for key, _, value in pairs}})
        else:
            path, keys = self.role(name)
            given = zip(keys, arguments[: len(keys) - 1] + [" ".join(arguments[len(keys) - 1 :])] if keys else [])
            known = {key: self.value(path, key, value) for key, value in given if value}
            self.invoke({"path": path, "arguments": known})

    def invoke(self, invocation):
        arguments = invocation.get("arguments", {})
        # A command that asks responds when the question has been answered.
        former = self.connection.question()
        result = self.connection.request(
            "invoke", lambda: self.connection.question() not in (None, former), command=invocation["path"],
            arguments=arguments)
        for note in result.get("notes", []):
            print(note)
        if "answer" in result:
            print(json.dumps(result["answer"], ensure_ascii=False))

    def answer(self, title):
        """Returns the command of an answer on the screen."""
        question = self.connection.question()
        offers = [question] if question else self.connection.screen["notices"]
        for answer in (answer for offer in offers for answer in offer["answers"]):
            if answer["title"] == title:
                return answer["command"]
        raise Refused(f"nothing offers the answer {title}")

    def role(self, name):
        """Returns the command of a role that the screen offers, and the names of its arguments, or None."""
        screen = self.connection.screen
        for element in screen.get("sheet", screen)["elements"]:
            kind = next(iter(element["content"]))
            path = element.get("commands", {}).get("paths", {}).get(name)
            if path:
                return path, self.roles[kind][name]
        if name in screen["commands"]["paths"]:
            return screen["commands"]["paths"][name], self.roles["screen"][name]
        return None

    def value(self, path, key, text):
        """Returns the value that a word stands for: itself for a text, and otherwise JSON."""
        schema = self.parameters[path].get(key, {})
        if schema.get("type") == "string":
            return text
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return [text] if schema.get("type") == "array" else text


def shown(value):
    """Returns the value of a field as text."""
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    # An amount or a date is an object with one member.
    return shown(next(iter(value.values()))) if isinstance(value, dict) else "" if value is None else str(value)


def text(screen):
    """Returns a screen as lines."""
    lines = ["  ".join([screen["title"]] + screen["status"])]
    lines += ["  ".join(f"[{tab['title']}]" if tab["isSelected"] else tab["title"] for tab in screen["tabs"])]
    sheet = screen.get("sheet")
    for element in (sheet or screen)["elements"]:
        content = element["content"]
        if "table" in content:
            rows = [[cell["text"] for cell in row["cells"]] for row in content["table"]["rows"]]
            table = [[header["title"] for header in content["table"]["headers"]]] + rows
            widths = [max(map(len, column)) for column in zip(*table)]
            lines += ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
        for section in content.get("form", {}).get("sections", []):
            for row in section["rows"]:
                lines += [f"{row.get('title', row['id'])}: {shown(row['value'])}"]
        lines += [f"{counter['title']}: {counter.get('text', '-')}" for counter in content.get("counters", [])]
        lines += content.get("text", [])
        lines += [f"{bar['label']}  {bar['text']}" for bar in content.get("chart", {}).get("bars", [])]
    for offer in [sheet["question"]] if sheet and "question" in sheet else screen["notices"]:
        lines += [" ".join([offer["text"]] + [f"[{answer['title']}]" for answer in offer["answers"]])]
    return "\n".join(lines)


def main():
    # Lines of the shell before all others are run before the program opens its data.
    prompt = Prompt(sys.argv[1:]) if sys.stdin.isatty() else None
    while True:
        try:
            line = input("> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            line = "quit"
        if line == "quit":
            return prompt and prompt.connection.request("shutdown")
        if not line or line.startswith("#"):
            continue
        try:
            if line.startswith("!"):
                subprocess.run(["/bin/sh", "-c", line[1:], sys.argv[1]], check=False, stdout=subprocess.DEVNULL)
            else:
                prompt = prompt or Prompt(sys.argv[1:])
                prompt.run(line)
        except (Refused, ValueError) as refusal:
            signal.alarm(0)
            print(refusal)
            if not sys.stdin.isatty():
                sys.exit(1)


if __name__ == "__main__":
    main()
