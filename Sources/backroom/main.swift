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
  productList: Store(
    ProductListFeature(), state: .init(), handler: ProductListHandler(store: MemoryProductStore(.sample)),
    onViolation: Console.reportViolation),
  eventList: Store(
    EventListFeature(), state: .init(), handler: EventListHandler(source: MemoryEventSource(.sample)),
    onViolation: Console.reportViolation),
  features: ExploredFeatures.all,
  makeProductID: { Product.ID(rawValue: "p" + String(UInt32.random(in: .min ... .max), radix: 36)) },
  console: .process)

/// The words as they came in: CommandLine.arguments has something else in place of what is not UTF-8.
let commandLineArguments = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
  CommandLine.unsafeArgv[place].map { word in (0..<strlen(word)).map { UInt8(bitPattern: word[$0]) } }
}

exit(await shell.run(utf8Arguments: commandLineArguments).rawValue)
