import ConsoleIO
import Programs
import WorkbenchCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let frontEnd = TerminalFrontEnd(programName: "workbench", on: .process)
exit(await Workbench.program(frontEnd: frontEnd).run().rawValue)
