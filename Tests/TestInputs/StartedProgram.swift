import Foundation

/// Starts the program, which is built together with the tests in the same folder.
///
/// - Parameters:
///   - words: The words of the command.
///   - environment: The environment.
///   - printsErrors: Whether the output contains the errors.
/// - Returns: The process and its output.
/// - Throws: An error if the program cannot be started.
package func startProgram(
  _ words: [String], environment: [String: String], printsErrors: Bool = false
) throws -> (process: Process, output: Pipe) {
  let process = Process()
  let output = Pipe()
  process.executableURL = Bundle.main.bundleURL.appending(path: "backroom")
  process.arguments = words
  process.environment = environment
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = output
  process.standardError = printsErrors ? output : FileHandle.nullDevice
  try process.run()
  return (process, output)
}
