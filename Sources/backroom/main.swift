import Analytics
import Explorations
import Loop
import LoopProof
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
  plays: [
    "editor": { try ExplorationPlay(EditorExploration()) },
    "filter": { try ExplorationPlay(FilterExploration()) },
    "selection": { try ExplorationPlay(CatalogueExploration()) },
  ],
  explorations: [
    "two-phase-commit": { try TwoPhaseCommitExploration(managers: 7).explorer().explore($0) },
    "editor": { try EditorExploration.explored().explorer(faults: $0.faults).explore($0) },
    "filter": { try FilterExploration.explored().explorer(faults: $0.faults).explore($0) },
    "deletion": { try CatalogueExploration.explored(.deleting).explorer(faults: $0.faults).explore($0) },
    "selection": {
      try CatalogueExploration.explored(.selecting, isShared: true).explorer(faults: $0.faults).explore($0)
    },
  ],
  walks: [
    "editor": {
      try EditorExploration().explorer(faults: $0.faults, pending: $0.pending)
        .walk($0, through: "EditorExploration()")
    },
    "filter": {
      try FilterExploration().explorer(faults: $0.faults, pending: $0.pending)
        .walk($0, through: "FilterExploration()")
    },
    "selection": {
      try CatalogueExploration().explorer(faults: $0.faults, pending: $0.pending)
        .walk($0, through: "CatalogueExploration()")
    },
  ],
  newID: { Product.ID(rawValue: "p" + String(UInt32.random(in: .min ... .max), radix: 36)) },
  console: .process)

/// The words as they came in: CommandLine.arguments has something else in place of what is not UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
  CommandLine.unsafeArgv[place].map { word in (0..<strlen(word)).map { UInt8(bitPattern: word[$0]) } }
}

exit(await shell.run(bytes: words).rawValue)
