// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Lets what is generic over somebody else's rows, states and actions be compiled for these where they are known.
///
/// Otherwise most of a press would go into looking up types. The manifest calls every flag unsafe that it has no name for;
/// a package that depends on this one, by version too, may take it.
let specialisable: [SwiftSetting] = [
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]

/// A library that another package can take alone.
func room(_ name: String, on rooms: [String] = []) -> Target {
  .target(name: name, dependencies: rooms.map { .byName(name: $0) }, swiftSettings: strict + specialisable)
}

func program(_ name: String, on rooms: [String]) -> Target {
  .executableTarget(name: name, dependencies: rooms.map { .byName(name: $0) }, swiftSettings: strict)
}

func tests(of name: String, on rooms: [String] = []) -> Target {
  .testTarget(name: name + "Tests", dependencies: ([name] + rooms).map { .byName(name: $0) }, swiftSettings: strict)
}

let rooms: [Target] = [
  room("Loop"),
  room("Values"),
  room("Documents", on: ["Values"]),
  room("Conditions", on: ["Values"]),
  room("Forms", on: ["Conditions", "Documents", "Loop", "Values"]),
  room("Tables", on: ["Conditions", "Documents", "Loop", "Values"]),
  room("Shop", on: ["Forms", "Loop", "Tables", "Values"]),
  room("Analytics", on: ["Loop", "Values"]),
  room("MemoryHandlers", on: ["Analytics", "Shop", "Tables", "Values"]),
  room(
    "Explorations",
    on: ["Analytics", "Conditions", "Forms", "Loop", "LoopProof", "MemoryHandlers", "Shop", "Tables", "Values"]),
  room(
    "Shell",
    on: ["Analytics", "Conditions", "Documents", "Forms", "Loop", "LoopProof", "Shop", "Tables", "Values"]),
  room("LoopObservation", on: ["Loop"]),
  room("LoopProof", on: ["Loop"]),
  room("LoopTesting", on: ["Loop", "LoopProof"]),
]

let package = Package(
  name: "Backroom",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: rooms.map { .library(name: $0.name, targets: [$0.name]) }
    + ["backroom", "snapshots"].map { .executable(name: $0, targets: [$0]) },
  targets: rooms + [
    program("backroom", on: ["Analytics", "Explorations", "Loop", "MemoryHandlers", "Shell", "Shop"]),
    program(
      "benchmarks",
      on: ["BenchmarkFloor", "Conditions", "Explorations", "Forms", "Loop", "LoopProof", "Shop", "Tables", "Values"]),
    .target(name: "BenchmarkFloor", swiftSettings: strict),
    program("snapshots", on: ["LoopProof"]),
    tests(of: "Loop", on: ["LoopProof"]),
    tests(of: "LoopObservation", on: ["Loop"]),
    tests(of: "LoopProof", on: ["Explorations", "Loop"]),
    tests(of: "LoopTesting", on: ["Loop", "LoopProof"]),
    tests(of: "Values"),
    tests(of: "Documents", on: ["Values"]),
    tests(of: "Conditions", on: ["LoopProof", "Values"]),
    tests(of: "Forms", on: ["Conditions", "Documents", "Loop", "LoopProof", "LoopTesting", "Values"]),
    tests(of: "Tables", on: ["Conditions", "Loop", "LoopProof", "LoopTesting", "Values"]),
    tests(
      of: "Shop",
      on: ["Conditions", "Forms", "Loop", "LoopProof", "LoopTesting", "MemoryHandlers", "Tables", "Values"]),
    tests(of: "Analytics", on: ["Loop", "LoopProof", "LoopTesting", "MemoryHandlers", "Values"]),
    tests(of: "MemoryHandlers", on: ["Analytics", "Shop", "Tables", "Values"]),
    tests(
      of: "Shell",
      on: ["Analytics", "Explorations", "Loop", "LoopProof", "MemoryHandlers", "Shop", "Values"]),
    tests(
      of: "Explorations",
      on: ["Analytics", "Forms", "Loop", "LoopProof", "LoopTesting", "MemoryHandlers", "Shop", "Tables", "Values"]),
    tests(of: "snapshots"),
    // What a newcomer copies has to compile in a target in which everything is the main actor's, too.
    .testTarget(
      name: "FrontPageTests", dependencies: ["Forms", "Loop", "LoopProof", "Tables", "Values"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
  ]
)
