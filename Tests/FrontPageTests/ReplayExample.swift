import LoopExplorer
import Testing

// A counterexample as a test, as the explorer prints it. DocumentationTests compares it with the guide.

@Test func `law 6: the results belong to the text`() throws {
  let findings = try SearchExploration().explorer(faults: 1).replay(
    #"""
    textChanged("lamp")
    execute search found
    textChanged("lamps")
    deliver search
    """#)
  #expect(findings.isEmpty, "\(findings)")
}
