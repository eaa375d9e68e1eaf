import Analytics
import CCurl

/// The functions of libcurl, which is loaded when they are first needed.
@safe struct CurlLibrary: @unchecked Sendable {
  // Unchecked: the functions are never changed once they are loaded.
  let functions: UnsafePointer<ccurl_functions>

  /// Loads the library.
  static func load() throws(ExchangeFailure) -> CurlLibrary {
    var reason: UnsafePointer<CChar>?
    guard let functions = unsafe ccurl_load(&reason) else {
      throw unsafe ExchangeFailure(reason: .libraryUnavailable(reason.map { unsafe String(cString: $0) } ?? ""))
    }
    return unsafe CurlLibrary(functions: functions)
  }

  /// Returns the general text of a result.
  func text(of code: ccurl_code) -> String {
    unsafe functions.pointee.easy_strerror(Int32(code.rawValue)).map { unsafe String(cString: $0) }
      ?? "error \(code.rawValue)"
  }
}
