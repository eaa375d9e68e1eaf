import ProgramFixtures
import Programs
import Testing

/// Expects that a command line of the workbench prints only the error message and ends with the status.
@MainActor func expectWorkbenchError(
  _ words: [String], _ status: Programs.ExitStatus, _ message: String,
  in session: ShellFixture = ShellFixture(program: .workbench), at location: SourceLocation = #_sourceLocation
) async {
  await expectCommandError(words, status, message, in: session, at: location)
}
