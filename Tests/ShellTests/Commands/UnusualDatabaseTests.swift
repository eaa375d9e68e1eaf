import Foundation
import ProgramFixtures
import Programs
import Testing

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux) && Databases
  @Suite struct `A database file that is unusual` {
    private let folder: ProgramFolder

    init() throws { folder = try ProgramFolder() }

    private static let commands = [
      "products list", "events count", "products add --name Tea --price 3", "database check", "do tab products",
    ]

    @Test(
      .timeLimit(.minutes(20)),
      arguments: [
        ("mkfifo shop.db", "shop.db", "it is a pipe, not a regular file"),
        ("export BACKROOM_DATABASE=/dev/null", "/dev/null", "it is a device, not a regular file"),
      ])
    func `that is no regular file is refused, and no command waits for it`(
      preparation: String, path: String, reason: String
    ) throws {
      for command in Self.commands {
        let result = try folder.run("rm -f shop.db; \(preparation); timeout 600 \"$0\" \(command)")
        #expect(
          result.output.contains(path) && result.output.contains("the database cannot be opened: \(reason)"),
          "\(command): \(result)")
        #expect(result.status == 69, "\(command)")
      }
    }

    @Test func `that does not exist is an error with --existing-database, and is not created`() throws {
      let folder = try ProgramFolder()
      let missing =
        "backroom: shop.db: there is no database at this path, and none may be created.\n"
      #expect(try folder.run("backroom products list --existing-database") == (missing, 69))
      #expect(try folder.run("BACKROOM_EXISTING_DATABASE=yes backroom sample") == (missing, 69))
      #expect(try folder.fileNames() == [])
      #expect(try folder.run("backroom sample && backroom products show p1 --existing-database").status == 0)
    }

    @Test func `in a file system without blocks is refused, but not for a lack of space`() throws {
      let result = try folder.run("BACKROOM_DATABASE=/proc/self/mem \"$0\" products list")
      #expect(result.output.contains("/proc/self/mem: ") && !result.output.contains("space"), "\(result)")
      #expect(result.status == 69)
    }

    @Test func `that is a socket is refused`() throws {
      let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = Array(folder.url.appending(path: "shop.db").path.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isBound = withUnsafeBytes(of: &address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) { bind(socket, $0.baseAddress, size) == 0 }
      }
      #expect(isBound)
      #expect(
        try folder.run("backroom database check")
          == ("backroom: shop.db: the database cannot be opened: it is a socket, not a regular file\n", 69))
    }

    @Test(
      .timeLimit(.minutes(20)),
      arguments: [
        ("mkdir copy", "is a directory, not a database"),
        ("mkfifo copy", "the database cannot be opened: it is a pipe, not a regular file"),
        ("ln -s /dev/zero copy", "the database cannot be opened: it is a device, not a regular file"),
      ])
    func `is not restored`(preparation: String, problem: String) throws {
      #expect(try folder.run("backroom sample; \(preparation)").status == 0)
      #expect(try folder.run("timeout 600 \"$0\" database restore copy --yes") == ("backroom: copy: \(problem)\n", 69))
      #expect(try folder.run("backroom products show p1 --fields name -o plain") == ("Desk lamp\n", 0))
    }

    /// The owner may share it with a group.
    @Test(arguments: ["backroom sample", ": >shop.db"])
    func `keeps the permissions that its owner has given it`(preparation: String) throws {
      #expect(try folder.run("\(preparation); chmod 660 shop.db && backroom products list").status == 0)
      #expect(try folder.permissions(of: "shop.db") == 0o660)
    }

    @Test func `of another program keeps its permissions`() throws {
      try Data("text".utf8).write(to: folder.url.appending(path: "shop.db"))
      #expect(try folder.run("chmod 644 shop.db && backroom products list").status == 69)
      #expect(try folder.permissions(of: "shop.db") == 0o644)
    }

    @Test func `that cannot be read, or whose folder cannot be written, is an error that says so`() throws {
      guard let backroom = try unprivilegedProgram() else { return }
      #expect(try folder.run("\(backroom) sample; chmod 000 shop.db").status == 0)
      for command in Self.commands {
        let result = try folder.run("\(backroom) \(command)")
        #expect(
          result.output.contains("the database cannot be opened: Permission denied"), "\(command): \(result)")
        #expect(result.status == 69, "\(command)")
      }
      #expect(try folder.run("chmod 600 shop.db; cp shop.db copy; chmod 000 copy").status == 0)
      #expect(
        try folder.run("\(backroom) database restore copy --yes")
          == ("backroom: copy: the database cannot be opened: Permission denied\n", 69))
      #expect(try folder.run("chmod 555 .").status == 0)
      for command in ["products list", "products add --name Tea --price 3"] {
        let result = try folder.run("\(backroom) \(command)")
        #expect(result.output.contains("its folder cannot be written"), "\(result)")
        #expect(result.status == 69)
      }
      #expect(try folder.run("chmod 755 .").status == 0)
    }

    @Test func `that cannot be written is read`() throws {
      guard let backroom = try unprivilegedProgram() else { return }
      #expect(try folder.run("\(backroom) sample; chmod 444 shop.db").status == 0)
      #expect(try folder.run("\(backroom) products show p1 --fields name -o plain") == ("Desk lamp\n", 0))
      let result = try folder.run("\(backroom) products delete p1 --yes")
      #expect(result.output.contains("the database cannot be written: it is read-only"), "\(result)")
      #expect(result.status == 69)
      // The program has left a log and shared memory that are read-only, too.
      #expect(try folder.run("chmod 600 shop.db; \(backroom) products delete p1 --yes").status == 0)
    }

    @Test func `on a read-only file system is read`() throws {
      guard try canMount() else { return }
      let mount = "mkdir -p disk && mount -t tmpfs -o size=2m none disk"
      let result = try runWithMounts(
        """
        \(mount) && cd disk && "$0" sample >/dev/null && mount -o remount,ro none "$PWD" &&
        "$0" products show p1 --fields name -o plain && "$0" database check;
        "$0" products delete p1 --yes
        """)
      #expect(
        result.output == """
          Desk lamp
          no problems found
          backroom: nothing was deleted: shop.db: the database cannot be written: it is read-only.

          """)
      #expect(result.status == 69)
      let unclosed = try runWithMounts(
        """
        \(mount); cd disk; "$0" sample >/dev/null; echo log >shop.db-wal; mount -o remount,ro none "$PWD"
        "$0" database check
        """)
      #expect(
        unclosed.output == """
          backroom: shop.db: the database cannot be opened: it was not closed and is on a read-only file system; copy it \
          with shop.db-wal to a folder that can be written

          """)
      #expect(unclosed.status == 69)
    }

    /// Each command writes.
    @Test func `that cannot be written has a status of its own, whatever the command`() throws {
      guard try canMount() else { return }
      let record = "events record --user 00000000-0000-4000-8000-000000000001 --flag true --action stop"
      let server = "--server http://127.0.0.1:1"
      let commands = [
        "products add --name Tea --price 3", "products edit p1 --price 5", "products move p3 --first",
        "products delete p2 --yes", "products import p.csv", record, "events sample", "\(record) \(server)",
        "events outbox discard \(server) --yes", "database restore b.db --yes", "database vacuum", "do tab products",
        "do products.select p1 then products.delete", "do products.move p3 --before p1", "do events.sample 3",
        "do products.import.read p.csv then products.import.start",
        "do products.open p1 then sheet.type price 21 then sheet.submit",
        "do products.edit.begin p1 name then products.edit.text Lamp then products.edit.commit",
      ]
      // The status of each command is printed before it.
      let runs = commands.map { "printf \"%s\" \"$(\"$0\" \($0) >/dev/null 2>&1; echo $?)\"; echo \" \($0)\"" }
      let result = try runWithMounts(
        """
        mkdir disk; mount -t tmpfs -o size=2m none disk; cd disk; "$0" sample >/dev/null
        "$0" \(record) \(server) >/dev/null 2>&1
        "$0" database backup b.db >/dev/null; printf "id,name,price\\np1,Mug,3\\n" >p.csv
        mount -o remount,ro none "$PWD"
        \(runs.joined(separator: "\n"))
        """)
      #expect(result.output == commands.map { "69 \($0)\n" }.joined())
    }

    @Test func `on a disk without any space is an error that says so, and nothing changes`() throws {
      guard try canMount() else { return }
      let result = try runWithMounts(
        """
        mkdir disk && mount -t tmpfs -o size=1m none disk && cd disk && "$0" sample >/dev/null &&
        { cat /dev/zero >rest 2>/dev/null || true; } && "$0" products delete p1 --yes; echo $?;
        "$0" products list -o csv --fields id | wc -l; rm rest; "$0" products list -o csv --fields id | wc -l
        """)
      #expect(
        result.output.contains("shop.db: no space is left for the database; free some and try again"), "\(result)")
      #expect(result.output.contains("\n69\n") && result.output.hasSuffix("\n10\n"), "\(result)")
    }

    /// Runs lines, in which "$0" is the program, as a user who can mount file systems for them.
    private func runWithMounts(_ lines: String) throws -> (output: String, status: Int32) {
      try folder.run("unshare -rm sh -c '\(lines)' \"$0\"")
    }

    private func canMount() throws -> Bool {
      try runWithMounts("mkdir test; mount -t tmpfs none test").status == 0
    }

    /// The command that runs the program as a user without the right to read every file, or `nil` if that is impossible.
    private func unprivilegedProgram() throws -> String? {
      if getuid() != 0 { return "backroom" }
      let program = "setpriv --reuid=65534 --clear-groups \"$0\""
      return try folder.run("chown 65534 . && \(program) --version").status == 0 ? program : nil
    }
  }
#endif
