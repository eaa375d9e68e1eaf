import Analytics
import BackOffice
import Explorations
import Foundation
import Interface
import InterfaceFixtures
import Loop
import LoopExplorer
import Shop
import TestInputs
import Testing
import Values

@Suite struct `Screens and commands of the back office` {
  private let application = BackOfficeApplication.fixture

  /// Calls a closure with each step of random walks with a fault.
  private func walk(
    steps: Int = 700, exhaustively exhaustiveSteps: Int = 1_000,
    _ visit: (BackOfficeApplication.State, BackOfficeApplication.Action?) throws -> Void
  ) throws {
    let exploration = BackOfficeExploration()
    var chance = SplitMix64(seed: 7)
    let start = exploration.start
    var (state, environment) = (start.state, start.environment)
    var pending: [BackOffice.Effect] = []
    for step in 0..<caseCount(steps, exhaustive: exhaustiveSteps) {
      if step % 500 == 0 { (state, environment, pending) = (start.state, start.environment, []) }
      let action: BackOfficeApplication.Action
      if !pending.isEmpty, Bool.random(using: &chance) {
        let effect = pending.remove(at: Int.random(in: pending.indices, using: &chance))
        let outcomes = exploration.outcomes(of: effect, in: environment)
        let outcome = outcomes[Int.random(in: outcomes.indices, using: &chance)]
        environment = outcome.environment
        action = outcome.responses[0]
        try visit(state, nil)
      } else {
        let actions = exploration.actions(in: state)
        action = actions[Int.random(in: actions.indices, using: &chance)]
        try visit(state, action)
      }
      for instruction in exploration.feature.reduce(&state, action).instructions {
        if case .run(let request) = instruction, !request.isSubscription { pending.append(request.effect) }
      }
    }
  }

  @Test func `the palette finds a command by its path first`() {
    for command in application.commands.commands {
      #expect(application.commands.commands(matching: command.path).first?.path == command.path)
    }
  }

  @Test func `every command takes any arguments of the right kinds`() throws {
    var generator = InvocationGenerator(
      seed: 1,
      texts: ["p1", "p2", "nope", "name", "price", "flag", "price > 5", "today", "-7d", "Europe/Berlin", "new"])
    let commands = application.commands
    var sent: Set<String> = []
    try walk(exhaustively: 10_000) { state, _ in
      for _ in 0..<4 {
        let invocation = generator.invocation(of: commands)
        let text = try commands.checkedText(of: invocation)
        var after = state
        do throws(InvocationError) {
          _ = application.feature.reduce(&after, try commands.action(for: invocation, in: state))
          sent.insert(invocation.path)
        } catch {
          #expect(
            [.unavailable, .invalidValue, .invalidData, .missingParameter].contains(error.code), "\(text): \(error)")
        }
      }
    }
    #expect(sent.count > commands.commands.count / 2, "\(sent)")
  }

  @Test func `what a screen offers is a command that accepts the arguments, or says why it is not available`() throws {
    var (offered, menu): (Set<String>, Set<String>) = ([], [])
    try walk(steps: 3_000, exhaustively: 6_000) { state, _ in
      let screen = application.screen(of: state)
      offered.formUnion(try application.commands.checkedPaths(offeredBy: screen, in: state))
      menu.formUnion(screen.menu)
    }
    #expect(offered.isSuperset(of: ["products.open", "events.list.sort", "events.filter.type", "sheet.submit", "tab"]))
    // The changes of the shown tabs are in no table that the walk fills, and hide no column of the events.
    let roles = Set(application.commands.commands.filter { $0.role != nil }.map(\.path))
    let hidden: Set = ["history.open", "events.list.column.show"]
    #expect(roles.subtracting(offered).isSubset(of: hidden))
    let listed = Set(application.commands.listed.map(\.path))
    #expect(listed.subtracting(offered).subtracting(menu).isSubset(of: hidden), "a user can do nothing else")
  }

  @Test(arguments: ["products.type", "products.search", "products.open", "settings.time-zone", "events.preset.save"])
  func `the last text of a command needs no quotes`(path: String) throws {
    #expect(try application.commands.parse("\(path) two words").arguments.values.first == .text("two words"))
  }

  @Test func `a screen with the differences since is the current screen`() throws {
    var shown = application.screen(of: .init(.init()))
    try walk(exhaustively: 6_000) { state, _ in
      let screen = application.screen(of: state)
      shown.apply(ScreenDifference(from: shown, to: screen))
      try #require(shown == screen)
    }
  }

  @Test func `a key invokes one command of the focused element`() throws {
    let commands = application.commands
    var groups: Set<String> = []
    try walk { state, _ in
      let screen = application.screen(of: state)
      groups.formUnion(screen.allElements.compactMap(\.commandGroup))
    }
    #expect(groups.isSuperset(of: ["products", "sheet", "events.list", "events.filter"]))
    for group in groups {
      let keys = commands.commands.filter { $0.group == group }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(group): \(keys)")
    }
    #expect(commands.command(forKey: "ctrl+a", groups: ["events.list"])?.path == "events.list.select.all")
    #expect(commands.command(forKey: "ctrl+s", groups: ["sheet"])?.path == "sheet.submit")
    #expect(commands.command(forKey: "z", groups: ["products"])?.path == "undo")
    #expect(commands.command(forKey: "n", groups: ["sheet"]) == nil)
  }

  @Test func `every command has a summary, and every parameter an explanation`() {
    for command in application.commands.commands {
      #expect(!command.summary.isEmpty, "\(command.path)")
      #expect(command.parameters.allSatisfy { !$0.summary.isEmpty }, "\(command.path)")
    }
  }
}
