#if canImport(SwiftUI)
  public import Loop
  public import SwiftUI

  extension TwoWay {
    /// The two-way value as SwiftUI wants it.
    public var binding: Binding<Value> {
      Binding(get: get, set: set)
    }
  }

  /// A sheet that the state opens and that only the reducer closes.
  ///
  /// `isPresented:` wants a Boolean to write to, and the state has an enum with a product inside. The two-way value reads
  /// one from the other; swiping the sheet away writes false, which is the cancel action, and a changed draft may refuse.
  private struct SheetExample<Feature: Reducer, Page: View, Sheet: View>: View {
    let store: ObservedStore<Feature>
    let isOpen: KeyPath<Feature.State, Bool>
    let cancel: Feature.Action
    @ViewBuilder let page: Page
    @ViewBuilder let sheet: Sheet

    var body: some View {
      page.sheet(isPresented: store.twoWay(isOpen) { $0 ? nil : cancel }.binding) { sheet }
    }
  }
#endif
