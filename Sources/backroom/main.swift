import Analytics
import Explorations
import ExplorerTool
import Loop
import MemoryHandlers
import Shell
import Shop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let shell = CommandShell(
  catalogue: Store(
    Catalogue(), state: .init(), handler: CatalogueHandler(store: MemoryProductStore(.sample)), report: Console.report),
  events: Store(
    EventList(), state: .init(), handler: EventListHandler(source: MemoryEventSource(.sample)), report: Console.report),
  features: ExploredFeatures.all,
  newID: { Product.ID(rawValue: "p" + String(UInt32.random(in: .min ... .max), radix: 36)) },
  console: .process)

/// The words as they came in: CommandLine.arguments has something else in place of what is not UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
  CommandLine.unsafeArgv[place].map { word in (0..<strlen(word)).map { UInt8(bitPattern: word[$0]) } }
}

exit(await shell.run(bytes: words).rawValue)
