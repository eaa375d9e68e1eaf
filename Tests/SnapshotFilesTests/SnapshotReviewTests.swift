import SnapshotFiles
import Testing

struct SnapshotReviewTests {
  @Test func `each text is shown and settled as it was answered`() throws {
    try withThreeNewTexts { folder in
      let conversation = ReviewConversation(["a", " REJECT ", "what?", "s"])
      let left = try conversation.review(folder).reviewInteractively(
        try folder.namesToReview(), readAnswer: conversation.answer)
      #expect(left == ["c.txt"])
      try #expect(folder.allFiles() == ["a.txt": "new\n", "b.txt": "old\n", "c.txt": "old\n", "c.txt.new": "new\n"])
      #expect(
        conversation.said == """
          1 of 3: a.txt
          --- a.txt
          +++ a.txt
          @@ -1,1 +1,1 @@
          -old
          +new
          Accept, reject, skip or quit? [a/r/s/q] a
          Accepted a.txt
          2 of 3: b.txt
          --- b.txt
          +++ b.txt
          @@ -1,1 +1,1 @@
          -old
          +new
          Accept, reject, skip or quit? [a/r/s/q]  REJECT 
          Rejected b.txt
          3 of 3: c.txt
          --- c.txt
          +++ c.txt
          @@ -1,1 +1,1 @@
          -old
          +new
          Accept, reject, skip or quit? [a/r/s/q] what?
          Accept, reject, skip or quit? [a/r/s/q] s

          """)
    }
  }

  @Test(arguments: [["a", "q"], ["a"]])
  func `quitting, or no more answers, leaves the rest`(answers: [String]) throws {
    try withThreeNewTexts { folder in
      let conversation = ReviewConversation(answers)
      let left = try conversation.review(folder).reviewInteractively(
        try folder.namesToReview(), readAnswer: conversation.answer)
      #expect(left == ["b.txt", "c.txt"])
      try #expect(folder.namesToReview() == left)
    }
  }

  @Test func `names may be those of the new texts and may be repeated`() throws {
    try withThreeNewTexts { folder in
      let review = ReviewConversation([]).review(folder)
      try #expect(review.resolveNames(["c.txt", "a.txt.new", "a.txt"]) == ["a.txt", "c.txt"])
    }
  }

  @Test func `one unknown name refuses all of them`() throws {
    try withThreeNewTexts { folder in
      let failure = SnapshotError.nothingToSettle(["x", "../b.new"], unsettled: ["a.txt", "b.txt", "c.txt"])
      #expect(throws: failure) { try ReviewConversation([]).review(folder).resolveNames(["a.txt", "x", "../b.new"]) }
    }
  }

  @Test func `what is asked about cannot command the terminal`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("\u{1B}[2J\u{9B}2J\tx\r\n", named: "a.txt.new")
      let conversation = ReviewConversation([])
      _ = try conversation.review(folder).reviewInteractively(["a.txt"], readAnswer: conversation.answer)
      #expect(conversation.said.contains("+^[[2J<U+9B>2J\tx^M\n"))
      conversation.review(folder).showDifferences(of: ["a.txt"])
      #expect(conversation.said.hasSuffix("+\u{1B}[2J\u{9B}2J\tx\r\n"), "what a pipe gets must be what patch takes")
    }
  }

  @Test func `a text that cannot or need not be compared can still be settled`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.txt")
      try folder.writeFile("x\n", named: "a.txt.new")
      let conversation = ReviewConversation([])
      conversation.review(folder).showDifferences(of: ["a.txt", "gone.txt"])
      #expect(
        conversation.said == """
          a.txt: no line differs
          There is nothing to settle for gone.txt. Unsettled: a.txt.

          """)
    }
  }

  private func withThreeNewTexts(_ body: (SnapshotFolder) throws -> Void) throws {
    try withTemporarySnapshotFolder { folder in
      for name in ["a.txt", "b.txt", "c.txt"] {
        try folder.writeFile("old\n", named: name)
        try folder.writeFile("new\n", named: name + ".new")
      }
      try body(folder)
    }
  }
}

/// What was said, with the answers in between as on a terminal.
private final class ReviewConversation {
  private(set) var said = ""
  private var answers: ArraySlice<String>

  init(_ answers: [String]) { self.answers = answers[...] }

  func review(_ folder: SnapshotFolder) -> SnapshotReview {
    SnapshotReview(folder) { self.said += $0 }
  }

  func answer(_ question: String) -> String? {
    said += question
    guard let answer = answers.popFirst() else { return nil }
    said += answer + "\n"
    return answer
  }
}
