import Analytics
import Foundation
import Testing
import Values

@testable import HTTPHandlers

@Suite struct `The address of a server` {
  private func url(_ address: String, _ items: [(name: String, value: String)] = []) throws -> String {
    try ServerAddress(parsing: address).url(ofPath: "users/count", items: items)
  }

  @Test func `a resource is below the path of the address`() throws {
    #expect(try url("http://example.com") == "http://example.com/users/count")
    #expect(try url("HTTPS://Example.COM/") == "https://example.com/users/count")
    #expect(try url("https://example.com:8443/a/b") == "https://example.com:8443/a/b/users/count")
    #expect(try url("http://example.com:80/a//") == "http://example.com/a/users/count")
  }

  @Test func `IPv6 addresses are in brackets`() throws {
    #expect(try url("http://[::1]:8080/a") == "http://[::1]:8080/a/users/count")
    #expect(try url("https://[2001:DB8::1]") == "https://[2001:db8::1]/users/count")
    #expect(try url("http://[fe80::1%25eth0]") == "http://[fe80::1%25eth0]/users/count")
  }

  @Test func `items of the address are kept`() throws {
    #expect(try url("http://a?tenant=1", [("flag", "true")]) == "http://a/users/count?tenant=1&flag=true")
    #expect(try url("http://a/?tenant=1&&b", [("flag", "true")]) == "http://a/users/count?tenant=1&b&flag=true")
    #expect(try url("http://a?%6Beep=a%20b") == "http://a/users/count?%6Beep=a%20b")
    // Names are case-sensitive, and values are not looked at.
    #expect(try url("http://a?Flag=action&flags&k=flag=1") == "http://a/users/count?Flag=action&flags&k=flag=1")
  }

  @Test(arguments: ["flag", "action", "userID", "startDate", "endDate"])
  func `an item that filters events is refused`(name: String) throws {
    let encoded = name.utf8.map { "%" + String($0, radix: 16) }.joined()
    for item in ["\(name)=x", name, "tenant=1&\(name)=", "\(encoded)=x"] {
      let text = "http://a/?\(item)"
      let error = #expect(throws: ServerAddressError.self) { try ServerAddress(parsing: text) }
      #expect(
        error?.description == """
          "\(text)": the URL of a server has no item "\(name)", which would filter all events; remove it
          """)
    }
  }

  @Test(arguments: [
    "key", "api_key", "apiKey", "APIKEY", "X-Token", "access_token", "p.password", "%6Bey", "sig", "mytoken",
  ])
  func `an item that looks like a key is refused, and no message contains its value`(name: String) throws {
    let error = #expect(throws: ServerAddressError.self) { try ServerAddress(parsing: "http://a?t=1&\(name)=s3cret") }
    #expect(
      error?.description == """
        "http://a?t=1&\(name)=…": the URL of a server contains no key, and "\(name)" looks like one; use a token
        """)
    let divided = #expect(throws: ServerAddressError.self) { try ServerAddress(parsing: "http://a?x=1;\(name)=s3cret") }
    #expect(divided?.description.contains("s3cret") == false)
    let other = #expect(throws: ServerAddressError.self) { try ServerAddress(parsing: "http://a:0?\(name)=s3cret&b") }
    #expect(other?.description == #""http://a:0?\#(name)=…&b": expected a port from 1 to 65535"#)
  }

  @Test(arguments: ["monkey", "keys", "author", "passenger", "tokens", "design"])
  func `an item with another name is part of the address`(name: String) throws {
    #expect(try url("http://a?\(name)=1") == "http://a/users/count?\(name)=1")
  }

  @Test func `requests to another machine are confidential if they are encrypted`() throws {
    for text in ["https://a", "http://localhost:80", "http://a.localhost", "http://127.0.0.1", "http://[::1]/a"] {
      #expect(try ServerAddress(parsing: text).isConfidential, "\(text)")
    }
    for text in [
      "http://a", "http://127.0.0.1.example.com", "http://127.a", "http://[::2]", "http://localhost.a",
      "http://127.0.0.256", "http://127.1", "http://127.0.0.1.",
    ] {
      #expect(try !ServerAddress(parsing: text).isConfidential, "\(text)")
    }
  }

  @Test func `every item of a request is refused in an address`() throws {
    let query = EventQuery(
      flag: true, action: .start, userID: UUID(), interval: EventInterval(start: .init(milliseconds: 0)))
    for item in ServerRequest.events(query).items {
      #expect(throws: ServerAddressError.self) { try ServerAddress(parsing: "http://a?\(item.name)=1") }
    }
  }

  @Test func `names and values are percent-encoded`() throws {
    let items = [(name: "a&b", value: "1+1;=?/#%é \u{1F600}"), ("plain", "-._~aZ09")]
    #expect(
      try url("http://a", items)
        == "http://a/users/count?a%26b=1%2B1%3B%3D%3F%2F%23%25%C3%A9%20%F0%9F%98%80&plain=-._~aZ09")
  }

  @Test(arguments: [
    ("example.com", "\"example.com\": expected a URL that begins with http:// or https://"),
    ("ftp://example.com", "\"ftp://example.com\": expected a URL that begins with http:// or https://"),
    ("", "\"\": expected a URL that begins with http:// or https://"),
    ("http://", "\"http://\": expected a host name in ASCII, or an IPv6 address in brackets"),
    ("http://::1", "\"http://::1\": expected a host name in ASCII, or an IPv6 address in brackets"),
    ("http://[::1", "\"http://[::1\": expected a host name in ASCII, or an IPv6 address in brackets"),
    ("http://a:0", "\"http://a:0\": expected a port from 1 to 65535"),
    ("http://a:65536", "\"http://a:65536\": expected a port from 1 to 65535"),
    ("http://a:+80", "\"http://a:+80\": expected a port from 1 to 65535"),
    ("http://[::1]a", "\"http://[::1]a\": expected a port from 1 to 65535"),
    ("http://a/b c", "\"http://a/b c\": a character is not allowed in a URL; write it with a percent sign, as in %20"),
    ("http://é", "\"http://é\": a character is not allowed in a URL; write it with a percent sign, as in %20"),
    ("http://a#b", "\"http://a#…\": the URL of a server has no part after a #"),
    ("http://me:secret@a/b", "\"http://…@a/b\": the URL of a server contains no user name or password; use a token"),
    ("me:secret@a", "\"…@a\": expected a URL that begins with http:// or https://"),
  ]) func `a text that is no address is explained`(text: String, message: String) {
    let error = #expect(throws: ServerAddressError.self) { try ServerAddress(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func `two URLs have the same origin if scheme, host and port are the same`() throws {
    func origin(_ url: String) throws -> Origin { try Origin.parse(url).origin }
    #expect(try origin("http://a/b?c") == origin("HTTP://A:80"))
    for other in ["https://a", "http://b", "http://a:81", "http://a.b", "https://a:80"] {
      #expect(try origin("http://a") != origin(other))
    }
  }
}

@Suite struct `A bearer token` {
  @Test func `a token is never part of a text`() throws {
    let token = try #require(BearerToken(" s3cret\r\n"))
    #expect(token.headerField == "Authorization: Bearer s3cret")
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped, "\([token])"] { #expect(!text.contains("s3cret")) }
  }

  @Test(arguments: ["", " \n", "a b", "a\r\nHost: b", "é", "a\0"])
  func `a text that a header field cannot contain is no token`(text: String) {
    #expect(BearerToken(text) == nil)
  }
}
