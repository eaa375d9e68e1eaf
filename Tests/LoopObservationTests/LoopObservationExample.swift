import Loop
import LoopObservation
import Observation
import Testing

#if canImport(SwiftUI)
  import SwiftUI

  struct GuestsView: View {
    let guests: ObservedStore<Guests.State, Guests.Action>

    var body: some View {
      Text("\(guests.count) guests")
      TextField("Title", text: guests.binding(\.title) { .renamed($0) }.binding)
    }
  }
#endif

struct Guests: Reducer {
  struct State { var title = "Guests"; var count = 0 }
  enum Action { case doorOpened, renamed(String) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .doorOpened: state.count += 1
    case .renamed(let title): state.title = title
    }
    return .none
  }
}

@MainActor func showCount(
  of guests: ObservedStore<Guests.State, Guests.Action>, _ show: @escaping @MainActor (Int) -> Void
) {
  withObservationTracking {
    show(guests.count)
  } onChange: {
    MainActor.assumeIsolated { showCount(of: guests, show) }
  }
}

/// The code that the guide of LoopObservation shows.
@MainActor @Suite struct `The guide of LoopObservation` {
  @Test func `shows each count once`() {
    let guests = ObservedStore(Store(Guests(), state: .init()))
    var shown: [Int] = []
    showCount(of: guests) { shown.append($0) }
    for action: Guests.Action in [.doorOpened, .renamed("Friends"), .doorOpened] { guests.send(action) }
    #expect(shown == [0, 1, 2])
  }

  @Test func `writes to a binding`() {
    let guests = ObservedStore(Store(Guests(), state: .init()))
    let title = guests.binding(\.title) { $0.isEmpty ? nil : .renamed($0) }
    title.value = ""  // sends nothing
    title.value = "Friends"  // sends renamed("Friends")
    #expect(guests.title == "Friends" && title.value == "Friends")
    title.value = ""
    #expect(guests.title == "Friends" && title.value == "Friends")
  }
}
