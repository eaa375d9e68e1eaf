// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Cross-module optimization, so that generic code is specialized for the types of the modules that use it.
///
/// The manifest has no name for this flag and calls it unsafe. Other packages can still depend on this one, even by
/// version.
///
/// The optimizer cannot serialize a function that uses a module which some file imports as `internal`. These libraries
/// therefore do without `InternalImportsByDefault`: with it, explorations of tables took 1.6 times as long. The others
/// do without it too, so that all files import in the same way.
let crossModuleOptimization: [SwiftSetting] = [
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]

/// A library that another package can use on its own.
func library(_ name: String, on modules: [String] = []) -> Target {
  .target(name: name, dependencies: modules.map { .byName(name: $0) }, swiftSettings: strict)
}

/// A library whose generic code explorations and benchmarks specialize for their types.
func genericLibrary(_ name: String, on modules: [String] = []) -> Target {
  .target(
    name: name, dependencies: modules.map { .byName(name: $0) }, swiftSettings: strict + crossModuleOptimization)
}

/// A library whose calls of C functions are marked as unsafe one by one.
func systemLibrary(_ name: String, on modules: [String]) -> Target {
  .target(
    name: name, dependencies: modules.map { .byName(name: $0) },
    swiftSettings: strict + [.strictMemorySafety()])
}

func program(_ name: String, on modules: [String], storingWith databases: [String] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: modules.map { .byName(name: $0) }
      + databases.map { .target(name: $0, condition: .when(traits: ["Databases"])) },
    swiftSettings: strict)
}

/// Declarations that several test targets share.
func fixtures(_ name: String, on modules: [String] = []) -> Target {
  .target(
    name: name, dependencies: modules.map { .byName(name: $0) }, path: "Tests/" + name, swiftSettings: strict)
}

func tests(of name: String, on modules: [String] = [], settings: [SwiftSetting] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: ([name] + modules).map { .byName(name: $0) },
    swiftSettings: strict + settings)
}

/// The libraries, in layers: a module imports only modules of lower layers.
let libraries: [Target] = [
  // Layer 1
  genericLibrary("Loop"),
  genericLibrary("LoopText"),
  library("SnapshotFiles"),
  genericLibrary("Values"),
  // Layer 2
  library("TerminalIO", on: ["Values"]),
  genericLibrary("LoopHistory", on: ["Loop", "LoopText"]),
  library("LoopObservation", on: ["Loop"]),
  genericLibrary("Conditions", on: ["Values"]),
  genericLibrary("Documents", on: ["Values"]),
  // Layer 3
  library("LineEditor", on: ["TerminalIO", "Values"]),
  genericLibrary("Tables", on: ["Conditions", "Loop", "Values"]),
  genericLibrary("Forms", on: ["Conditions", "Documents", "Loop", "Values"]),
  genericLibrary("LoopExplorer", on: ["Loop", "LoopHistory", "LoopText", "Values"]),
  library("LoopTesting", on: ["Loop", "LoopHistory", "LoopText", "SnapshotFiles"]),
  // Layer 4
  library("Interface", on: ["Conditions", "Documents", "Forms", "Loop", "Tables", "Values"]),
  library("TabularData", on: ["Documents", "Tables", "Values"]),
  library("FormsAnalysis", on: ["Conditions", "Forms", "Values"]),
  library("ConsoleIO", on: ["LineEditor", "LoopText", "TerminalIO", "Values"]),
  // Layer 5
  genericLibrary("Shop", on: ["Documents", "Forms", "Loop", "Tables", "Values"]),
  genericLibrary("Analytics", on: ["Conditions", "Loop", "Tables", "Values"]),
  library("PlainText", on: ["Documents", "Forms", "Interface", "Tables", "Values"]),
  // Layer 6
  library("Terminal", on: ["Forms", "Interface", "Loop", "PlainText", "Tables", "TerminalIO", "Values"]),
  library("Wire", on: ["Documents", "Forms", "Interface", "Loop", "PlainText", "Tables", "Values"]),
  genericLibrary(
    "BackOffice",
    on: [
      "Analytics", "Conditions", "Documents", "Forms", "Interface", "Loop", "Shop", "Tables", "TabularData", "Values",
    ]),
  // Layer 7
  library("FileHandlers", on: ["Shop"]),
  systemLibrary("HTTPHandlers", on: ["Analytics", "CCurl", "Documents", "Values"]),
  genericLibrary("MemoryHandlers", on: ["Analytics", "Shop", "Tables", "Values"]),
  systemLibrary(
    "SQLiteHandlers", on: ["Analytics", "Conditions", "CSQLite", "Loop", "Shop", "Tables", "Values"]),
  systemLibrary(
    "PostgresHandlers", on: ["Analytics", "Conditions", "CPostgreSQL", "Loop", "Shop", "Tables", "Values"]),
  library(
    "Programs",
    on: [
      "Conditions", "ConsoleIO", "Documents", "Interface", "LineEditor", "Loop", "LoopHistory", "PlainText", "Tables",
      "TabularData", "Terminal", "TerminalIO", "Values", "Wire",
    ]),
  // Layer 8
  library(
    "ExplorerTool",
    on: [
      "ConsoleIO", "Interface", "LineEditor", "Loop", "LoopExplorer", "LoopHistory", "LoopText", "Programs", "Values",
    ]),
  library(
    "Explorations",
    on: [
      "Analytics", "BackOffice", "Conditions", "Documents", "Forms", "Interface", "Loop", "LoopExplorer", "LoopText",
      "MemoryHandlers", "Shop", "TabularData", "Tables", "Values", "Wire",
    ]),
  library(
    "Shell",
    on: [
      "Analytics", "BackOffice", "ConsoleIO", "Documents", "Forms", "HTTPHandlers", "Interface", "Loop", "LoopHistory",
      "PlainText", "Programs", "Shop", "Tables", "TabularData", "Values",
    ]),
  // Layer 9
  library(
    "WorkbenchCommands",
    on: [
      "Analytics", "BackOffice", "Conditions", "ConsoleIO", "Documents", "Explorations", "ExplorerTool", "Forms",
      "FormsAnalysis", "Interface", "LineEditor", "Loop", "LoopExplorer", "LoopHistory", "PlainText", "Programs",
      "Shop", "Tables", "TabularData", "Values",
    ]),
]

let targets: [Target] =
  libraries + [
    // Loads libraries of the system when they are first used, for the three targets with their functions.
    .target(name: "CLoader", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "CCurl", dependencies: ["CLoader"]),
    .target(name: "CSQLite", dependencies: ["CLoader"]),
    .target(name: "CPostgreSQL", dependencies: ["CLoader"]),
    program(
      "backroom",
      on: [
        "Analytics", "BackOffice", "ConsoleIO", "FileHandlers", "HTTPHandlers", "Loop", "MemoryHandlers", "Programs",
        "Shell", "Shop", "Values",
      ], storingWith: ["SQLiteHandlers", "PostgresHandlers"]),
    program("workbench", on: ["ConsoleIO", "Programs", "WorkbenchCommands"]),
    program(
      "benchmarks",
      on: [
        "Analytics", "BackOffice", "BenchmarkFloor", "Conditions", "CPostgreSQL", "CSQLite", "Explorations", "Forms",
        "FormsAnalysis", "HTTPHandlers", "Interface", "Loop", "LoopExplorer", "MemoryHandlers", "PostgresFixtures",
        "PseudoTerminals", "Shop", "Tables", "Values", "Wire",
      ], storingWith: ["SQLiteHandlers", "PostgresHandlers"]),
    .target(name: "BenchmarkFloor", swiftSettings: strict),

    fixtures("TestInputs", on: ["Loop", "Values"]),
    // A module of a client, without the upcoming features that this package uses.
    .target(
      name: "PlainClient", dependencies: ["Loop"], path: "Tests/PlainClient",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    fixtures("TerminalFixtures", on: ["TerminalIO", "Values"]),
    fixtures("PseudoTerminals"),
    // A program that tests run on a pseudoterminal.
    .executableTarget(
      name: "TerminalFixture", dependencies: ["TerminalIO"], path: "Tests/TerminalFixture", swiftSettings: strict),
    fixtures("HTTPFixtures", on: ["Analytics", "TestInputs", "Values"]),
    fixtures("PortContracts", on: ["Analytics", "Conditions", "Loop", "MemoryHandlers", "Shop", "Tables", "Values"]),
    fixtures("PostgresFixtures"),
    fixtures("FormsFixtures", on: ["Conditions", "Forms", "Values"]),
    fixtures("InterfaceFixtures", on: ["Documents", "Forms", "Interface", "Loop", "Tables", "Values"]),

    tests(of: "Loop", on: ["LoopExplorer", "LoopTesting", "LoopText", "PlainClient", "TestInputs", "Values"]),
    tests(of: "LoopText", on: ["TestInputs", "Values"]),
    tests(of: "SnapshotFiles", on: ["TestInputs", "Values"]),
    tests(of: "Values", on: ["TestInputs"]),
    tests(of: "LoopHistory", on: ["Loop", "LoopText", "PortContracts", "TestInputs", "Values"]),
    tests(of: "LoopObservation", on: ["Loop"]),
    tests(of: "Conditions", on: ["LoopText", "TestInputs", "Values"]),
    tests(of: "Documents", on: ["Values"]),
    tests(of: "TerminalIO", on: ["PseudoTerminals", "TerminalFixture", "TerminalFixtures", "TestInputs", "Values"]),
    tests(of: "LineEditor", on: ["TerminalIO", "TestInputs", "Values"]),
    tests(
      of: "Tables", on: ["Conditions", "Loop", "LoopHistory", "LoopTesting", "LoopText", "TestInputs", "Values"],
      // Arrays of columns as users write them must not need seconds to compile. Such an expression is an error.
      settings: [.unsafeFlags(["-Xfrontend", "-solver-expression-time-threshold=2"])]),
    tests(
      of: "Forms",
      on: [
        "Conditions", "Documents", "FormsFixtures", "Loop", "LoopHistory", "LoopTesting", "LoopText", "TestInputs",
        "Values",
      ]),
    tests(of: "LoopExplorer", on: ["Explorations", "Loop", "LoopHistory", "LoopText", "TestInputs"]),
    tests(of: "LoopTesting", on: ["Loop", "LoopHistory", "LoopText", "SnapshotFiles", "TestInputs"]),
    tests(
      of: "Interface",
      on: ["Conditions", "Documents", "Forms", "InterfaceFixtures", "Loop", "Tables", "TestInputs", "Values"]),
    tests(
      of: "Wire",
      on: [
        "Analytics", "BackOffice", "Documents", "Forms", "Interface", "InterfaceFixtures", "Loop", "LoopTesting",
        "MemoryHandlers", "Shop", "SnapshotFiles", "Tables", "TestInputs", "Values",
      ]),
    tests(of: "TabularData", on: ["Documents", "Tables", "Values"]),
    tests(of: "FormsAnalysis", on: ["Conditions", "Forms", "FormsFixtures", "LoopText", "TestInputs", "Values"]),
    tests(
      of: "ExplorerTool",
      on: [
        "Analytics", "ConsoleIO", "Explorations", "Loop", "LoopExplorer", "LoopHistory", "LoopText", "MemoryHandlers",
        "Programs", "Shop", "TestInputs", "Values",
      ]),
    tests(
      of: "Shop",
      on: [
        "Conditions", "Forms", "Loop", "LoopHistory", "LoopTesting", "LoopText", "MemoryHandlers", "Tables", "Values",
      ]),
    tests(of: "Analytics", on: ["Loop", "LoopHistory", "LoopTesting", "LoopText", "MemoryHandlers", "Values"]),
    tests(
      of: "BackOffice",
      on: [
        "Analytics", "Documents", "Explorations", "FileHandlers", "Forms", "Interface", "InterfaceFixtures", "Loop",
        "LoopExplorer", "LoopHistory", "LoopTesting", "MemoryHandlers", "PlainText", "Shop", "TabularData", "Tables",
        "TestInputs",
        "Values",
      ]),
    tests(
      of: "PlainText",
      on: ["Conditions", "Forms", "Interface", "InterfaceFixtures", "Loop", "Tables", "TestInputs", "Values"]),
    tests(of: "FileHandlers", on: ["Shop"]),
    tests(
      of: "HTTPHandlers",
      on: ["Analytics", "Documents", "HTTPFixtures", "PortContracts", "Tables", "TestInputs", "Values"]),
    tests(
      of: "MemoryHandlers", on: ["Analytics", "Loop", "PortContracts", "Shop", "Tables", "TestInputs", "Values"]),
    tests(
      of: "SQLiteHandlers",
      on: [
        "Analytics", "Conditions", "HTTPFixtures", "Loop", "MemoryHandlers", "PortContracts", "Shop", "Tables",
        "TestInputs", "Values",
      ]),
    tests(
      of: "PostgresHandlers",
      on: [
        "Analytics", "Conditions", "Loop", "MemoryHandlers", "PortContracts", "PostgresFixtures", "SQLiteHandlers",
        "Shop",
        "Tables", "TestInputs", "Values",
      ]),
    tests(
      of: "Explorations",
      on: [
        "Analytics", "Forms", "Loop", "LoopExplorer", "LoopHistory", "LoopTesting", "LoopText", "MemoryHandlers",
        "Shop", "Tables", "TestInputs", "Values",
      ]),
    fixtures(
      "ProgramFixtures",
      on: [
        "Analytics", "BackOffice", "ConsoleIO", "Explorations", "HTTPHandlers", "Interface", "LineEditor", "Loop",
        "LoopExplorer", "MemoryHandlers", "Programs", "Shell", "Shop", "Values", "WorkbenchCommands",
      ]),
    tests(
      of: "Shell",
      on: [
        "Analytics", "BackOffice", "ConsoleIO", "Forms", "HTTPFixtures", "HTTPHandlers", "Interface", "LineEditor",
        "Loop", "LoopHistory", "LoopTesting", "LoopText", "MemoryHandlers", "PortContracts", "PostgresFixtures",
        "ProgramFixtures",
        "Programs", "PseudoTerminals", "Shop", "SnapshotFiles", "Tables", "TerminalFixtures", "TerminalIO", "Values",
      ]),
    tests(
      of: "WorkbenchCommands",
      on: [
        "ConsoleIO", "Explorations", "LineEditor", "Loop", "LoopExplorer", "LoopHistory", "LoopText", "ProgramFixtures",
        "Programs", "PseudoTerminals", "Values",
      ]),
    tests(of: "Programs", on: ["ConsoleIO", "Forms", "Interface", "Loop", "Tables", "Values"]),
    tests(
      of: "Terminal",
      on: [
        "Analytics", "BackOffice", "Forms", "Interface", "InterfaceFixtures", "Loop", "LoopTesting", "MemoryHandlers",
        "Shop", "Tables", "TerminalFixtures", "TerminalIO", "TestInputs", "Values",
      ]),
    // The README's code must also compile in a target that isolates everything to the main actor by default.
    .testTarget(
      name: "FrontPageTests", dependencies: ["Forms", "Loop", "LoopExplorer", "LoopTesting", "Tables", "Values"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
  ]

/// The targets to build, if the environment variable names some.
///
/// The run with the thread sanitizer builds only the targets that use concurrency.
let selected = Context.environment["BACKROOM_TARGETS"].map { $0.split(separator: " ").map(String.init) }

func isSelected(_ name: String) -> Bool { selected?.contains(name) ?? true }

let package = Package(
  name: "Backroom",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: libraries.map(\.name).filter(isSelected).map { .library(name: $0, targets: [$0]) }
    + ["backroom", "workbench"].filter(isSelected).map { .executable(name: $0, targets: [$0]) },
  traits: [
    // One trait: several are passed to the compiler in an order that differs at random, and then everything is built again.
    .trait(
      name: "Databases",
      description: "The program stores its data in files with SQLite, or on PostgreSQL servers with libpq."),
    .default(enabledTraits: ["Databases"]),
  ],
  targets: targets.filter { isSelected($0.name) }
)
