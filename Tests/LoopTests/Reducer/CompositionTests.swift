import Foundation
import Loop
import TestInputs
import Testing

@MainActor @Suite(.hangTimeLimit) struct CompositionTests {
  private func makeBookStore(_ state: Book.State) -> (Store<Book>, GatedHandler<Book.Effect, Book.Action>) {
    let handler = GatedHandler<Book.Effect, Book.Action>(endsWhenCancelled: false)
    return (Store(Book(), state: state, handler: handler), handler)
  }

  @Test func `effects and responses of a child pass through its parent`() async {
    let (store, handler) = makeBookStore(.init())
    store.send(.cover(.saveTapped))
    #expect(handler.started == [.cover(.save)])
    await handler.end(.cover(.save), with: .cover(.saved))
    #expect(store.state.cover.saves == 1)
  }

  @Test func `law 3: closing a sheet cancels its runs`() async {
    let (store, handler) = makeBookStore(.init(sheet: .init(id: 1)))
    store.send(.sheet(1, .saveTapped))
    store.send(.cover(.saveTapped))
    store.send(.sheetClosed)
    #expect(handler.cancelled == [.sheet(1, .save)])
    await handler.end(.sheet(1, .save), with: .sheet(1, .saved))
    #expect(store.state.sheet == nil)
    #expect(store.pending.running.map(\.effect) == [.cover(.save)])
  }

  @Test func `law 3: a sheet that replaces another one receives none of its responses`() async {
    let (store, handler) = makeBookStore(.init(sheet: .init(id: 1)))
    store.send(.sheet(1, .saveTapped))
    store.send(.sheetOpened(.init(id: 2)))
    #expect(handler.cancelled == [.sheet(1, .save)])
    #expect(store.pending.isEmpty)
    await handler.end(.sheet(1, .save), with: .sheet(1, .saved))
    store.send(.sheet(1, .saved))
    #expect(store.state.sheet?.saves == 0)
    store.send(.sheet(2, .saveTapped))
    await handler.end(.sheet(2, .save), with: .sheet(2, .saved))
    #expect(store.state.sheet?.saves == 1)
  }

  @Test func `a decoded child keeps its decoded runs, and loses them when it is replaced`() throws {
    var loopState = LoopState<Book>(initialState: .init(sheet: .init(id: 2)))
    _ = loopState.reduce(.sheet(2, .saveTapped), by: Book())
    var decoded = try JSONDecoder().decode(LoopState<Book>.self, from: JSONEncoder().encode(loopState))
    #expect(decoded == loopState)
    #expect(decoded.reduce(.sheet(2, .saved), by: Book()).isEmpty)
    #expect(decoded.reduce(.sheetOpened(.init(id: 3)), by: Book()).cancelled.map(\.effect) == [.sheet(2, .save)])
  }

  /// The compiler cannot tell two children of one type apart, so this test does.
  @Test func `each child is carried by the cases with its own name`() {
    #expect(Book.cover.action(.saved) == .cover(.saved) && Book.cover.effect(.save) == .cover(.save))
    #expect(Book.cover.slot(.saving) == .cover(.saving))
    for (cases, action, effect, slot) in [
      (Book.sheet(1), Book.Action.sheet(1, .saved), Book.Effect.sheet(1, .save), Book.Slot.sheet(1, .saving)),
      (Book.page(1), .page(1, .saved), .page(1, .save), .page(1, .saving)),
      (Book.row(1), .row(1, .saved), .row(1, .save), .row(1, .saving)),
    ] {
      #expect(cases.action(.saved) == action && cases.effect(.save) == effect && cases.slot(.saving) == slot)
    }
  }

  @Test func `law 2: an action for a closed sheet changes nothing`() {
    let (store, handler) = makeBookStore(.init())
    store.send(.sheet(1, .saved))
    store.send(.sheet(1, .saveTapped))
    #expect(store.state == .init())
    #expect(handler.started == [])
  }

  @Test func `children in a dictionary are identified by their IDs`() async {
    let (store, handler) = makeBookStore(.init(pages: [1: .init(id: 1), 2: .init(id: 2)]))
    store.send(.page(1, .saveTapped))
    store.send(.page(2, .saveTapped))
    #expect(handler.started == [.page(1, .save), .page(2, .save)])
    store.send(.pageRemoved(1))
    #expect(handler.cancelled == [.page(1, .save)])
    await handler.end(.page(1, .save), with: .page(1, .saved))
    await handler.end(.page(2, .save), with: .page(2, .saved))
    #expect(store.state.pages == [2: .init(id: 2, saves: 1)])
  }

  @Test func `children in an array are identified by their IDs, whatever their positions are`() async {
    let (store, handler) = makeBookStore(.init(rows: [.init(id: 1), .init(id: 2), .init(id: 3)]))
    store.send(.row(1, .saveTapped))
    store.send(.row(3, .saveTapped))
    store.send(.rowRemoved(1))
    #expect(handler.cancelled == [.row(1, .save)])
    await handler.end(.row(1, .save), with: .row(1, .saved))
    await handler.end(.row(3, .save), with: .row(3, .saved))
    #expect(store.state.rows == [.init(id: 2), .init(id: 3, saves: 1)])
  }

  @Test func `law 2: an action for a removed child changes nothing`() {
    let (store, handler) = makeBookStore(.init())
    for action in [Book.Action.page(1, .saved), .page(1, .saveTapped), .row(1, .saved), .row(1, .saveTapped)] {
      store.send(action)
    }
    #expect(store.state == .init())
    #expect(handler.started == [])
  }

  @Test func `an effect and its response pass through several levels of parents`() async {
    let handler = NestingLevelHandler<NestingLevel<Adder>>(
      child: NestingLevelHandler<Adder>(child: AdditionHandler()))
    let feature = NestingLevel(child: NestingLevel(child: Adder()))
    let store = Store(feature, state: .init(child: .init(child: 3)), handler: handler)
    store.send(.child(.child(.addTapped(4))))
    await store.waitUntilIdle()
    #expect(store.state.child.child == 7)
  }
}

/// A child that can be saved.
///
/// All parents in this file contain it.
private struct Page: OneFailureFeature {
  struct State: Identifiable, Equatable, Codable {
    let id: Int
    var saves = 0
  }

  enum Action: Codable { case saveTapped, saved, saveFailed }
  enum Effect: Codable { case save }
  enum Slot: Codable { case saving }

  static let lostResponse = Action.saveFailed

  func isActive(_ slot: Slot, in state: State) -> Bool { true }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .saveTapped: return .run(.save, in: .saving)
    case .saved: state.saves += 1
    case .saveFailed: break
    }
    return .none
  }
}

private struct Book: Reducer {
  struct State: Equatable, Codable {
    var cover = Page.State(id: 0)
    var sheet: Page.State?
    var pages: [Int: Page.State] = [:]
    var rows: [Page.State] = []
  }

  enum Action: Equatable, Codable {
    case cover(Page.Action)
    case sheet(Int, Page.Action)
    case sheetOpened(Page.State)
    case sheetClosed
    case page(Int, Page.Action)
    case pageRemoved(Int)
    case row(Int, Page.Action)
    case rowRemoved(Int)
  }

  enum Effect: Equatable, Codable {
    case cover(Page.Effect), sheet(Int, Page.Effect), page(Int, Page.Effect), row(Int, Page.Effect)
  }

  enum Slot: Hashable, Codable {
    case cover(Page.Slot), sheet(Int, Page.Slot), page(Int, Page.Slot), row(Int, Page.Slot)
  }

  static let cover = ChildCases<Page, Book>(action: Action.cover, effect: Effect.cover, slot: Slot.cover)

  static func sheet(_ id: Int) -> ChildCases<Page, Book> {
    ChildCases(action: { .sheet(id, $0) }, effect: { .sheet(id, $0) }, slot: { .sheet(id, $0) })
  }

  static func page(_ id: Int) -> ChildCases<Page, Book> {
    ChildCases(action: { .page(id, $0) }, effect: { .page(id, $0) }, slot: { .page(id, $0) })
  }

  static func row(_ id: Int) -> ChildCases<Page, Book> {
    ChildCases(action: { .row(id, $0) }, effect: { .row(id, $0) }, slot: { .row(id, $0) })
  }

  let page = Page()

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .cover(let action): return page.reduce(&state.cover, action).lift(Book.cover)
    case .sheet(let id, let action): return page.reduce(&state.sheet, at: id, action).lift(Book.sheet(id))
    case .sheetOpened(let page): state.sheet = page
    case .sheetClosed: state.sheet = nil
    case .page(let id, let action): return page.reduce(&state.pages[id], action).lift(Book.page(id))
    case .pageRemoved(let id): state.pages[id] = nil
    case .row(let id, let action): return page.reduce(&state.rows, at: id, action).lift(Book.row(id))
    case .rowRemoved(let id): state.rows.removeAll { $0.id == id }
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .cover(let slot): page.isActive(slot, in: state.cover)
    case .sheet(let id, let slot): page.isActive(slot, at: id, in: state.sheet)
    case .page(let id, let slot): page.isActive(slot, in: state.pages[id])
    case .row(let id, let slot): page.isActive(slot, at: id, in: state.rows)
    }
  }
}

/// A feature that adds numbers with an effect.
private struct Adder: Reducer {
  enum Action { case addTapped(Int), added(Int), addingFailed }
  enum Effect { case add(Int, Int) }
  enum Slot { case adding }

  func isActive(_ slot: Slot, in state: Int) -> Bool { true }

  func reduce(_ sum: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .addTapped(let number):
      return .run(.add(sum, number), in: .adding, ifLost: .addingFailed, afterRestart: .runAgain)
    case .added(let result): sum = result
    case .addingFailed: break
    }
    return .none
  }
}

private struct AdditionHandler: EffectHandler {
  @concurrent func run(_ effect: Adder.Effect, send: Send<Adder.Action>) async -> Adder.Action? {
    switch effect {
    case .add(let left, let right): .added(left + right)
    }
  }
}

/// A parent that only forwards to its child.
///
/// It wraps each action, effect and slot of the child in one more case.
private struct NestingLevel<Child: Reducer>: Reducer {
  struct State { var child: Child.State }
  enum Action { case child(Child.Action) }
  enum Effect { case child(Child.Effect) }
  enum Slot: Hashable { case child(Child.Slot) }

  static var child: ChildCases<Child, Self> {
    ChildCases(action: Action.child, effect: Effect.child, slot: Slot.child)
  }

  let child: Child

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .child(let action): child.reduce(&state.child, action).lift(Self.child)
    }
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .child(let slot): child.isActive(slot, in: state.child)
    }
  }
}

private struct NestingLevelHandler<Child: Reducer>: EffectHandler {
  let child: any EffectHandler<Child.Effect, Child.Action>

  func run(
    _ effect: NestingLevel<Child>.Effect, send: Send<NestingLevel<Child>.Action>
  ) async -> NestingLevel<Child>.Action? {
    switch effect {
    case .child(let effect): await child.run(effect, send: send, as: NestingLevel<Child>.child)
    }
  }
}
