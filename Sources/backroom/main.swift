import Analytics
import Explorations
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

exit(await shell.run(Array(CommandLine.arguments.dropFirst())).rawValue)
