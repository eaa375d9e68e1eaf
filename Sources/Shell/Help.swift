enum Help {
  static let program = """
    backroom: the back office of a shop.

    Usage: backroom COMMAND

      products list      show the products
      products add       add a product
      products edit      change a product
      products delete    delete products
      events list        show events
      events count       count events and users
      step               play a feature by hand: editor, filter

    Products and events are samples in memory: what is changed lasts for one run.
    backroom COMMAND --help says more about each.

    """

  static let productsList = "Usage: backroom products list [--sort place|name|price] [--descending]"
  static let productsAdd = "Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]"
  static let productsEdit = "Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]"
  static let productsDelete = "Usage: backroom products delete ID…"
  static let eventsList = "Usage: backroom events list [--flag true|false] [--action start|pause|stop]"
  static let eventsCount = "Usage: backroom events count [--flag true|false] [--action start|pause|stop]"
  static let step = "Usage: backroom step editor|filter"
}
