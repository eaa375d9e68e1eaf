import SnapshotFiles
import Testing

struct SnapshotReviewTests {
  @Test func `each new text is shown, and the answer is applied`() throws {
    try withThreeNewTexts { folder in
      let conversation = ReviewConversation(["a", " REJECT ", "what?", "s"])
      let left = try conversation.review(folder).reviewInteractively(
        try folder.namesToReview(), readAnswer: conversation.answer)
      #expect(left == ["c.txt"])
      try #expect(folder.allFiles() == ["a.txt": "new\n", "b.txt": "old\n", "c.txt": "old\n", "c.txt.new": "new\n"])
      #expect(
        conversation.transcript == """
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
  func `quitting, or the end of the answers, leaves the rest to review`(answers: [String]) throws {
    try withThreeNewTexts { folder in
      let conversation = ReviewConversation(answers)
      let left = try conversation.review(folder).reviewInteractively(
        try folder.namesToReview(), readAnswer: conversation.answer)
      #expect(left == ["b.txt", "c.txt"])
      try #expect(folder.namesToReview() == left)
    }
  }

  @Test func `names may have the suffix of new texts, and duplicates are removed`() throws {
    try withThreeNewTexts { folder in
      let review = ReviewConversation([]).review(folder)
      try #expect(review.resolveNames(["c.txt", "a.txt.new", "a.txt"]) == ["a.txt", "c.txt"])
    }
  }

  @Test func `one unknown name rejects all names`() throws {
    try withThreeNewTexts { folder in
      let failure = SnapshotError.nothingToReview(["x", "../b.new"], remaining: ["a.txt", "b.txt", "c.txt"])
      #expect(throws: failure) { try ReviewConversation([]).review(folder).resolveNames(["a.txt", "x", "../b.new"]) }
    }
  }

  @Test func `a shown text cannot send commands to the terminal`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("\u{1B}[2J\u{9B}2J\tx\r\n", named: "a.txt.new")
      let conversation = ReviewConversation([])
      _ = try conversation.review(folder).reviewInteractively(["a.txt"], readAnswer: conversation.answer)
      #expect(conversation.transcript.contains("+^[[2J<U+9B>2J\tx^M\n"))
      conversation.review(folder).showDifferences(of: ["a.txt"])
      #expect(
        conversation.transcript.hasSuffix("+\u{1B}[2J\u{9B}2J\tx\r\n"), "piped output must be valid input for patch")
    }
  }

  @Test func `a new text without a difference, or without a file, is shown with the reason`() throws {
    try withTemporarySnapshotFolder { folder in
      try folder.writeFile("x\n", named: "a.txt")
      try folder.writeFile("x\n", named: "a.txt.new")
      let conversation = ReviewConversation([])
      conversation.review(folder).showDifferences(of: ["a.txt", "gone.txt"])
      #expect(
        conversation.transcript == """
          a.txt: no line differs
          There is nothing to review for gone.txt. To review: a.txt.

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

/// Records the output and the answers, as a terminal would show them.
private final class ReviewConversation {
  private(set) var transcript = ""
  private var answers: ArraySlice<String>

  init(_ answers: [String]) { self.answers = answers[...] }

  func review(_ folder: SnapshotFolder) -> SnapshotReview {
    SnapshotReview(folder) { self.transcript += $0 }
  }

  func answer(_ question: String) -> String? {
    transcript += question
    guard let answer = answers.popFirst() else { return nil }
    transcript += answer + "\n"
    return answer
  }
}
