import Shell

/// The shell's own: where Swift Testing is imported too, the name stands for two types, and the module's name is a type's.
typealias Status = ExitStatus
