#if canImport(SwiftUI)
  public import Loop
  public import SwiftUI

  extension TwoWay {
    /// The two-way value as SwiftUI wants it.
    ///
    /// ```swift
    /// page.sheet(isPresented: store.twoWay(\.sheet.isOpen) { $0 ? nil : .cancelTapped }.binding) { sheet }
    /// ```
    ///
    /// Swiping the sheet away writes `false`, which sends the cancel action; the reducer may refuse to close it.
    public var binding: Binding<Value> { Binding(get: get, set: set) }
  }
#endif
