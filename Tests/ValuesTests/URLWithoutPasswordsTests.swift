import Testing
import Values

@Suite struct `A URL without passwords` {
  @Test(arguments: [
    ("postgres://ada:s3cret@host/shop", "postgres://ada@host/shop"),
    ("postgres://ada:s3@cret@host/shop", "postgres://ada@host/shop"),
    ("postgres://ada:s3?cret@host/shop?sslmode=require", "postgres://ada@host/shop?sslmode=require"),
    ("postgres://ada:s3?cret@host", "postgres://ada@host"),
    ("postgres://ada:s3@?cret@host/shop", "postgres://ada@host/shop"),
    ("postgres://ada:s3/cret@host:5432/shop", "postgres://ada@host:5432/shop"),
    ("postgres://ada:s3/c?ret@host/shop?x=1", "postgres://ada@host/shop?x=1"),
    ("postgres://ada:3/cret@host/shop", "postgres://ada@host/shop"),
    ("postgres://host:s3cret/shop", "postgres://host/shop"),
    ("postgres://host/shop?password=s3&cret", "postgres://host/shop"),
    ("postgres://host/shop?x=1&p%61ssword=s3cret", "postgres://host/shop?x=1"),
    ("user=ada password='s3 cret' host=x", "…"), ("host=db password=s3://cret", "…"),
    ("postgres:///ada:s3cret@host/shop", "postgres:///ada@host/shop"),
    ("postgres://a/da:s3cret@host/shop", "postgres://a/da@host/shop"),
    ("postgres://ada:2024/Summer?x@host/shop", "postgres://ada@host/shop"),
    ("postgres://ada:12?y/z@host/shop", "postgres://ada@host/shop"),
    ("postgres://ada:12/c@x?y@host", "postgres://ada@host"),
    ("postgres://ada:1/a?b=s3cret@host/shop", "postgres://ada@host/shop"),
    ("postgres://host/shop?user=ada?password=s3cret", "postgres://host/shop"),
    ("postgres://host/shop?user=ada;password=s3cret", "postgres://host/shop"),
    ("postgres://host/shop?password=s3&c=ret&sslmode=require", "postgres://host/shop?sslmode=require"),
    ("postgres://host/shop?oauth_client_secret=s3cret", "postgres://host/shop"),
    ("postgres://[::1]:s3cret/shop", "postgres://[::1]/shop"),
    ("postgres://ada@host:s3cret/shop", "postgres://ada@host/shop"),
  ]) func `shows no part of a password`(url: String, shown: String) {
    let redacted = URLWithoutPasswords(url)
    #expect(redacted.text == shown)
    #expect(redacted.hadPassword)
  }

  @Test(arguments: [
    "postgres://host/shop", "postgres://ada@host:5432/shop?sslmode=verify-full&passfile=x", "postgres:///shop",
    "postgres://a:1,b:2/shop", "postgres://[::1]:5432/shop", "postgres://ada@host/shop?user=ada@example",
    "postgres://host:5432/shop?user=ada@example", "postgres://", "postgres://host:/shop", "postgres://host/sh@op",
    "postgres://db1:5432,[::1]:5432/shop", "postgres://ada@host:5432?application_name=a@b",
  ]) func `is the URL if it has none`(url: String) {
    let redacted = URLWithoutPasswords(url)
    #expect(redacted.text == url)
    #expect(!redacted.hadPassword && !redacted.hasUnescapedPassword)
  }
}
