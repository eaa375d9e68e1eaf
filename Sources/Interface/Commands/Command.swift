import Loop
import Values

/// Something that a user can do: a path, parameters and the action that it sends.
///
/// ```swift
/// let rename = Command<Shop>(
///   "products.rename", "change the name of a product",
///   Argument.text("id", "the product").positional, Argument.text("name", "the new name")
/// ) { .renamed($0, $1) }
/// ```
public struct Command<Feature: Reducer>: Sendable {
  /// The state of the feature.
  public typealias State = Feature.State
  /// The actions of the feature.
  public typealias Action = Feature.Action

  /// The path, the parameters and the help of the command.
  public private(set) var description: CommandDescription
  /// The keys that invoke the command without arguments.
  public private(set) var keys: [String] = []
  /// The name of the group of the command, or `nil` if it belongs to no part of a screen.
  ///
  /// The keys of a group work while a part with these commands is on the screen, those of other commands always. If two
  /// parts have a command for the same key, it is that of the part with the focus.
  public private(set) var group: String?
  private var customKeyGroup: String?
  /// Whether lists of commands, such as a palette, contain the command.
  public private(set) var isListed = true
  /// What the command does for a part of a screen, or `nil`.
  public private(set) var role: (any CommandRole)?
  /// How a program offers the command on its command line, or `nil` if it does not.
  public private(set) var commandLineUse: CommandLineUse?
  /// What the command answers, or `nil` if it answers nothing.
  public private(set) var answer: AnswerDescription?
  /// What the command does to the data.
  ///
  /// Unless the command says something else, it changes them.
  public private(set) var effect = CommandEffect.changes
  /// A Boolean value that indicates whether running the command again with the same arguments changes nothing more.
  public private(set) var isIdempotent = false
  /// The path of the command that stops the work of this one, or `nil` if nothing does.
  public private(set) var stopPath: String?
  private var assistantQuestion: @Sendable (State, [String: Value]) -> String? = { _, _ in nil }
  private(set) var makeStep: @Sendable (State, [String: Value]) throws(InvocationError) -> CommandStep<Feature>
  private var hint: @Sendable (State) -> String? = { _ in nil }
  private var unavailability: @Sendable (State) -> String? = { _ in nil }
  private var requiresAnArgument = false
  /// The values of parameters that are left out, by their names.
  private(set) var defaults: [String: @Sendable (State) -> Value?] = [:]
  /// The present values that a user changes, by the names of the parameters.
  private var presentValues: [String: @Sendable (State, [String: Value]) -> Value?] = [:]
  /// Closures that return the suggested words for parameters, by the names of the parameters.
  private var suggestedWords: [String: @Sendable (State) -> [String]] = [:]

  init(
    _ description: CommandDescription,
    makeStep: @escaping @Sendable (State, [String: Value]) throws(InvocationError) -> CommandStep<Feature>
  ) {
    self.description = description
    self.makeStep = makeStep
  }

  /// The words that name the command, separated by points, such as `products.add`.
  public var path: String { description.path }
  /// What the command does, in one line.
  public var summary: String { description.summary }
  /// The parameters, in order.
  public var parameters: [ParameterDescription] { description.parameters }
  /// What people call the command, such as `Import products from a file…`.
  ///
  /// The ellipsis means that a front end asks for arguments.
  public var title: String { summary.prefix(1).uppercased() + summary.dropFirst() + (asksForArguments ? "…" : "") }

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - path: The words that name the command, separated by points.
  ///   - summary: What the command does, in one line.
  ///   - parameters: The parameters. Those without a name on the command line come first.
  ///   - action: A closure that returns the action for the arguments, or throws if they contradict each other.
  public init<each Content: Sendable>(
    _ path: String, _ summary: String, _ parameters: repeat Parameter<each Content>,
    action: @escaping @Sendable (repeat each Content) throws(InvocationError) -> Action
  ) {
    self.init(
      path, summary, repeat each parameters,
      steps: { (_, contents: repeat each Content) throws(InvocationError) in .send(try action(repeat each contents)) })
  }

  /// Creates a command without parameters.
  ///
  /// - Parameters:
  ///   - path: The words that name the command, separated by points.
  ///   - summary: What the command does, in one line.
  ///   - action: The action.
  public init(_ path: String, _ summary: String, sending action: Action) where Action: Sendable {
    self.init(CommandDescription(path, summary, [])) { _, _ in .send(action) }
  }

  /// Creates a command whose action depends on the state, such as the next page.
  ///
  /// - Parameters:
  ///   - path: The words that name the command, separated by points.
  ///   - summary: What the command does, in one line.
  ///   - parameters: The parameters.
  ///   - action: A closure that returns the action for a state and the arguments, or throws if there is none.
  public init<each Content: Sendable>(
    _ path: String, _ summary: String, _ parameters: repeat Parameter<each Content>,
    actionInState action: @escaping @Sendable (State, repeat each Content) throws(InvocationError) -> Action
  ) {
    self.init(
      path, summary, repeat each parameters,
      steps: { (state, contents: repeat each Content) throws(InvocationError) in
        .send(try action(state, repeat each contents))
      })
  }

  /// Creates a command of several steps, such as one that answers.
  ///
  /// - Parameters:
  ///   - path: The words that name the command, separated by points.
  ///   - summary: What the command does, in one line.
  ///   - inputs: The parameters. Those without a name on the command line come first.
  ///   - notes: What a user should know besides, in paragraphs that are separated by empty lines.
  ///   - examples: The arguments of useful calls.
  ///   - answer: What the command answers, or `nil` if it answers nothing.
  ///   - steps: A closure that returns the first step for a state and the contents of the inputs, or throws if there is
  ///     none.
  public init<each Input: CommandInput>(
    _ path: String, _ summary: String, _ inputs: repeat each Input, notes: String = "", examples: [String] = [],
    answer: AnswerDescription? = nil,
    steps: @escaping @Sendable (State, repeat (each Input).Content) throws(InvocationError) -> CommandStep<Feature>
  ) {
    var descriptions: [ParameterDescription] = []
    for input in repeat each inputs { descriptions += input.descriptions }
    self.init(CommandDescription(path, summary, descriptions, notes: notes, examples: examples)) {
      state, values throws(InvocationError) in
      try steps(state, repeat try (each inputs).content(of: values))
    }
    self.answer = answer
  }
}

extension Command {
  /// Returns the command with keys that invoke it, such as `ctrl+z`.
  ///
  /// They always work, or if the command is in a group, while a part with these commands is on the screen.
  ///
  /// - Parameters:
  ///   - keys: The names of the keys.
  ///   - hint: A short title, such as `save`, with which front ends show the first key, or `nil` if they do not.
  /// - Returns: The command.
  public func keys(_ keys: String..., hint: String? = nil) -> Self { self.keys(keys) { _ in hint } }

  /// Returns the command with keys that invoke it, and a hint that depends on the state, such as `undo deletion`.
  ///
  /// - Parameters:
  ///   - keys: The names of the keys.
  ///   - hint: A closure that returns a short title, or `nil` if front ends do not show the keys.
  /// - Returns: The command.
  public func keys(_ keys: String..., hint: @escaping @Sendable (State) -> String?) -> Self {
    self.keys(keys, hint: hint)
  }

  private func keys(_ keys: [String], hint: @escaping @Sendable (State) -> String?) -> Self {
    var copy = self
    copy.keys += keys
    copy.hint = hint
    return copy
  }

  /// Returns the short title with which front ends show the keys of the command, or `nil` if they do not.
  public func keyHint(in state: State) -> String? { hint(state) }

  /// Returns the command with keys that work only while a group of commands is on the screen.
  ///
  /// The command itself stays outside of the group, so that a menu offers it everywhere.
  public func keyGroup(_ name: String) -> Self {
    var copy = self
    copy.customKeyGroup = name
    return copy
  }

  /// The group that must be on the screen for the keys to work, or `nil` if they always work.
  var keyGroup: String? { customKeyGroup ?? group }

  /// Returns the command as one of a group, such as `products`, or as one that belongs to no part of a screen.
  public func group(_ name: String?) -> Self {
    var copy = self
    copy.group = name
    return copy
  }

  /// Returns the command as one that no list contains, because only front ends use it, such as one for the pointer.
  public func unlisted() -> Self {
    var copy = self
    copy.isListed = false
    return copy
  }

  /// Returns the command as one that a program also offers on its command line, where it works without a session.
  ///
  /// - Parameters:
  ///   - verb: What it asks the user to confirm, such as `delete`, or `nil` if it asks nothing.
  ///   - names: The names of the parameters that must be given there, because nothing is selected.
  /// - Returns: The command.
  public func onCommandLine(asking verb: String? = nil, requiring names: String...) -> Self {
    var copy = self
    copy.commandLineUse = CommandLineUse(confirmedVerb: verb, requiredNames: names)
    return copy
  }

  /// Returns the command with another path.
  package func renamed(_ path: String) -> Self {
    var copy = self
    copy.description = CommandDescription(
      path, summary, parameters, notes: description.notes, examples: description.examples)
    return copy
  }

  /// Returns the command with what it does to the data.
  ///
  /// - Parameters:
  ///   - effect: What it does.
  ///   - isIdempotent: Whether running it again with the same arguments changes nothing more.
  /// - Returns: The command.
  public func effect(_ effect: CommandEffect, isIdempotent: Bool = false) -> Self {
    var copy = self
    (copy.effect, copy.isIdempotent) = (effect, isIdempotent || effect == .reads)
    return copy
  }

  /// Returns the command as one whose work another command stops.
  public func stopped(by path: String) -> Self {
    var copy = self
    copy.stopPath = path
    return copy
  }

  /// Returns the command as one about which a person is asked before a program runs it for them.
  ///
  /// A person who runs the command is not asked: they know its arguments, and what is selected.
  ///
  /// - Parameter question: A closure that returns the question for a state and the arguments, or `nil` to ask nothing.
  /// - Returns: The command.
  public func askingAssistants(_ question: @escaping @Sendable (State, [String: Value]) -> String?) -> Self {
    var copy = self
    copy.assistantQuestion = question
    return copy
  }

  /// Returns what a person is asked before a program runs the command for them, or `nil` if nothing is.
  func assistantQuestion(in state: State, values: [String: Value]) -> String? { assistantQuestion(state, values) }

  /// Returns the command with a role, so that front ends find it.
  ///
  /// The command must have the parameters of the role.
  public func role<Role: CommandRole>(_ role: Role) -> Self {
    precondition(
      Set(role.parameterNames).isSubset(of: parameters.map(\.name)),
      "\(path) must have the parameters \(role.parameterNames)")
    var copy = self
    copy.role = role
    return copy
  }

  /// Returns the command with a default for a parameter that depends on the state, such as the row at the cursor.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter, which can be left out then.
  ///   - value: A closure that returns the value, or `nil` if there is none. Without a value, the parameter is missing.
  /// - Returns: The command.
  public func defaulting(_ name: String, to value: @escaping @Sendable (State) -> Value?) -> Self {
    guard let index = parameters.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(path) must have the parameter \(name)")
    }
    var copy = self
    copy.description.parameters[index] = parameters[index].optional
    copy.defaults[name] = value
    return copy
  }

  /// Returns the command with the present value of a parameter, which a front end shows when it asks for a new one.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - value: A closure that returns the value for a state and the known arguments, or `nil` if there is none.
  /// - Returns: The command.
  public func presentValue(
    of name: String, _ value: @escaping @Sendable (State, [String: Value]) -> Value?
  ) -> Self {
    precondition(parameters.contains { $0.name == name }, "\(path) must have the parameter \(name)")
    var copy = self
    copy.presentValues[name] = value
    return copy
  }

  /// Returns an invocation with the present values of missing parameters, which the user can change.
  public func addingPresentValues(to invocation: Invocation, in state: State) -> Invocation {
    var arguments = invocation.arguments
    for (name, value) in presentValues where arguments[name] == nil { arguments[name] = value(state, arguments) }
    return Invocation(invocation.path, arguments)
  }

  /// Returns the command with suggested words for a parameter, such as the names of presets.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - words: A closure that returns the words.
  /// - Returns: The command.
  public func suggesting(_ name: String, _ words: @escaping @Sendable (State) -> [String]) -> Self {
    precondition(parameters.contains { $0.name == name }, "\(path) must have the parameter \(name)")
    var copy = self
    copy.suggestedWords[name] = words
    return copy
  }

  /// Returns the description with the suggested words for a state.
  func description(in state: State) -> CommandDescription {
    var described = description
    for index in parameters.indices {
      guard let words = suggestedWords[parameters[index].name]?(state) else { continue }
      described.parameters[index] = parameters[index].suggesting(.words(words))
    }
    return described
  }

  /// Returns the command with a question before it, also on a front end on which changes can be taken back.
  ///
  /// - Parameters:
  ///   - question: A closure that returns the question in a state, or `nil` to ask nothing.
  ///   - message: Why the command fails if the user does not agree, such as `nothing was deleted`.
  /// - Returns: The command.
  public func asking(_ question: @escaping @Sendable (State) -> String?, otherwise message: String) -> Self {
    var copy = self
    copy.makeStep = { [makeStep] state, values throws(InvocationError) in
      let step = try makeStep(state, values)
      return question(state).map { .confirm($0, otherwise: message, evenIfUndoable: true) { step } } ?? step
    }
    return copy
  }

  /// Returns the command with a condition: it is unavailable while the closure returns a reason.
  public func unavailable(_ reason: @escaping @Sendable (State) -> String?) -> Self {
    var copy = self
    copy.unavailability = { [unavailability] state in unavailability(state) ?? reason(state) }
    return copy
  }

  /// Returns the command as one that needs at least one argument, whichever it is: front ends ask for it.
  public func requiringAnArgument() -> Self {
    var copy = self
    copy.requiresAnArgument = true
    return copy
  }

  /// A Boolean value that indicates whether a front end asks for arguments before it runs the command.
  ///
  /// It does if a value is required, or if what the command does depends on a value that can be left out, as the column
  /// of `group`, or if it needs any argument. Otherwise options are not asked for, and a command with keys runs without
  /// arguments.
  public var asksForArguments: Bool {
    requiresAnArgument || parameters.contains { !$0.isOptional }
      || keys.isEmpty
        && parameters.contains { $0.isPositional && $0.defaultValue == nil && defaults[$0.name] == nil }
  }

  /// Returns whether a front end asks for arguments: because the command requires them, or a default has no value in a state.
  public func asksForArguments(in state: State) -> Bool {
    asksForArguments || defaults.contains { $1(state) == nil }
  }

  /// Returns the reason why the command cannot be used in a state, or `nil` if it can.
  public func unavailabilityReason(in state: State) -> String? { unavailability(state) }

  /// Returns the command as one of a parent feature.
  ///
  /// - Parameters:
  ///   - prefix: The first words of the path, such as `products`, or `nil` for the same path. They are also the first
  ///     words of the group.
  ///   - missingReason: The reason why the command is unavailable while the child does not exist.
  ///   - child: A closure that returns the state of the child, or `nil` while the child does not exist.
  ///   - action: A closure that converts an action of the child into one of the parent.
  /// - Returns: The command of the parent.
  public func lift<Parent>(
    prefix: String? = nil, missingReason: String = "it is not open",
    state child: @escaping @Sendable (Parent.State) -> State?,
    action: @escaping @Sendable (Action) -> Parent.Action
  ) -> Command<Parent> {
    var lifted = Command<Parent>(
      CommandDescription(
        prefix.map { "\($0).\(path)" } ?? path, summary, parameters, notes: description.notes,
        examples: description.examples)
    ) { [makeStep] state, values throws(InvocationError) in
      guard let state = child(state) else { throw InvocationError(.unavailable, missingReason) }
      guard let childAction = try makeStep(state, values).onlyAction else {
        preconditionFailure("a command of several steps belongs to the whole application")
      }
      return .send(action(childAction))
    }
    lifted.keys = keys
    lifted.hint = { [hint] in child($0).flatMap(hint) }
    lifted.group = prefix.map { prefix in group.map { "\(prefix).\($0)" } ?? prefix } ?? group
    lifted.role = role
    lifted.requiresAnArgument = requiresAnArgument
    lifted.isListed = isListed
    (lifted.effect, lifted.isIdempotent) = (effect, isIdempotent)
    lifted.stopPath = stopPath.map { stopPath in prefix.map { "\($0).\(stopPath)" } ?? stopPath }
    lifted.assistantQuestion = { [assistantQuestion] state, arguments in
      child(state).flatMap { assistantQuestion($0, arguments) }
    }
    lifted.defaults = defaults.mapValues { value in { child($0).flatMap(value) } }
    lifted.presentValues = presentValues.mapValues { value in
      { state, arguments in child(state).flatMap { value($0, arguments) } }
    }
    lifted.suggestedWords = suggestedWords.mapValues { words in { child($0).map(words) ?? [] } }
    lifted.unavailability = { [unavailability] state in child(state).map(unavailability) ?? missingReason }
    return lifted
  }
}
