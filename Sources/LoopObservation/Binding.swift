#if canImport(SwiftUI)
  public import Loop
  public import SwiftUI

  extension StateBinding {
    /// The binding as a SwiftUI `Binding`.
    ///
    /// ```swift
    /// page.sheet(isPresented: store.binding(\.sheet.isOpen) { $0 ? nil : .cancelTapped }.swiftUIBinding) { sheet }
    /// ```
    ///
    /// Swiping the sheet away writes `false`, which sends the cancel action. The reducer may refuse to close the sheet.
    public var binding: Binding<Value> { Binding(get: get, set: set) }
  }
#endif
