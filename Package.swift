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

/// A library that another package can take alone.
func room(_ name: String, on rooms: [String] = []) -> Target {
  .target(name: name, dependencies: rooms.map { .byName(name: $0) }, swiftSettings: strict)
}

func program(_ name: String, on rooms: [String]) -> Target {
  .executableTarget(name: name, dependencies: rooms.map { .byName(name: $0) }, swiftSettings: strict)
}

func tests(of name: String, on rooms: [String] = []) -> Target {
  .testTarget(name: name + "Tests", dependencies: ([name] + rooms).map { .byName(name: $0) }, swiftSettings: strict)
}

let rooms: [Target] = [
  room("Loop"),
  room("LoopObservation", on: ["Loop"]),
]

let package = Package(
  name: "Backroom",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: rooms.map { .library(name: $0.name, targets: [$0.name]) },
  targets: rooms + [
    program("benchmarks", on: ["Loop", "BenchmarkFloor"]),
    .target(name: "BenchmarkFloor", swiftSettings: strict),
    tests(of: "Loop"),
    tests(of: "LoopObservation", on: ["Loop"]),
  ]
)
