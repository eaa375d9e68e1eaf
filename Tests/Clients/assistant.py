"""Works with the back office as an assistant does, by the Model Context Protocol and its official library.

Usage: assistant.py REVISION PROGRAM FOLDER

The folder has the database shop.db with the sample data. The program is started in it. What is done is printed; a call
that does not answer as the protocol says ends with an error.
"""

import asyncio
import json
import subprocess
import sys

from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult

REVISIONS = {"2026-07-28": "2026-07-28", "2025-11-25": "legacy"}

# Arguments that mean something to the back office, by the name of the parameter.
KNOWN = {
    "id": "p3", "ids": ["p3"], "file": "export.csv", "name": "lamps", "price": "3.50", "column": "name",
    "user": "00000000-0000-4000-8000-000000000001", "keys": ["name"], "to": "next", "letters": "d",
    "condition": "price < 20", "day": "monday", "value": "Lamp", "events": [],
}


def arguments(tool):
    """Returns the arguments that a tool requires."""
    schema = tool.input_schema
    found = {}
    for name in schema.get("required", []):
        property = schema["properties"][name]
        if "enum" in property:
            found[name] = property["enum"][0]
        elif name in KNOWN and (property.get("type") == "array") == isinstance(KNOWN[name], list):
            found[name] = KNOWN[name]
        else:
            found[name] = {"integer": 1, "boolean": True, "array": []}.get(property.get("type"), "x")
    return found


def text(result):
    return "\n".join(part.text for part in result.content)


async def main(revision, program, folder):
    questions = []
    agrees = True

    async def ask(context, params):
        questions.append(params.message)
        if agrees:
            return ElicitResult(action="accept", content={"confirm": True})
        return ElicitResult(action="decline")

    updates = asyncio.Queue()

    async def receive(message):
        uri = getattr(getattr(message, "params", None), "uri", None)
        if uri is not None:
            updates.put_nowait(str(uri))

    server = StdioServerParameters(
        command=program, args=["mcp", "--database", "shop.db", "--allow-folder", "."], cwd=folder)

    def shell(*words):
        subprocess.run([program, *words, "--database", f"{folder}/shop.db"], check=True, stdout=subprocess.DEVNULL)

    async with Client(
        server, mode=REVISIONS[revision], elicitation_callback=ask, message_handler=receive, cache=None
    ) as client:
        print(f"revision {client.protocol_version}")
        tools = (await client.list_tools()).tools
        assert (await client.list_tools()).tools == tools, "the order of the tools is not stable"
        print(f"{len(tools)} tools, the first of which are {', '.join(tool.name for tool in tools[:5])}")

        print("\n# A deletion")
        agrees = False
        result = await client.call_tool("products.delete", {"ids": ["p8", "p9"]})
        print(f"asked: {questions.pop()}\nrefused: {text(result)}")
        agrees = True
        result = await client.call_tool("products.delete", {"ids": ["p8", "p9"]})
        print(f"asked: {questions.pop()}\nagreed: {text(result)}")
        result = await client.call_tool("undo", {})
        assert not result.is_error, text(result)
        print(f"asked: {questions.pop()}")
        count = len((await client.call_tool("products.list", {})).structured_content["answer"])
        print(f"after undo: {count} products")

        print("\n# A change that another program makes")
        if revision == "2026-07-28":
            async with client.listen(resource_subscriptions=["backroom://products"]) as stream:
                shell("products", "add", "--id", "tea", "--name", "Tea", "--price", "3.50")
                async for event in stream:
                    print(f"changed: {event.uri}")
                    break
        else:
            await client.subscribe_resource("backroom://products")
            # The next answer comes after the products were read for the first time.
            await client.read_resource("backroom://products")
            shell("products", "add", "--id", "tea", "--name", "Tea", "--price", "3.50")
            print(f"changed: {await updates.get()}")
        print((await client.read_resource("backroom://products/tea")).contents[0].text.strip())

        print("\n# Files")
        for path in ["/etc/hostname", "../outside.csv", "products.csv"]:
            result = await client.call_tool("products.export", {"file": path})
            message = text(result).replace(folder, "FOLDER")
            print(f"{path}: {'refused, ' if result.is_error else ''}{message}")

        print("\n# Every resource")
        for resource in (await client.list_resources()).resources:
            content = (await client.read_resource(resource.uri)).contents[0]
            if content.mime_type == "application/json":
                json.loads(content.text)
            print(f"{resource.uri}: {content.mime_type}")
        for template in (await client.list_resource_templates()).resource_templates:
            print(template.uri_template)

        print("\n# Every tool")
        failed = []
        for tool in tools:
            result = await client.call_tool(tool.name, arguments(tool))
            assert result.content and result.content[0].text, tool.name
            if result.is_error:
                failed.append(tool.name)
        print(f"called {len(tools)}; refused in this state: {len(failed)}")
        print("\n".join(failed))


asyncio.run(main(*sys.argv[1:]))
