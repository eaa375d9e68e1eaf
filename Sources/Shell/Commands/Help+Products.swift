extension Help {
  static let productsList = """
    Usage: backroom products list [OPTION…]

      Without --sort, the products are in their manual order. The fields are id, name, price, tags, version and position;
      a table has no version unless --fields names it, and position is always left out without --fields.

    \(rowViewOptions)

    Examples:
      backroom products list --where 'price < 50 AND ANY tags == "kitchen"' --sort=-price
      backroom products list --search lamp -o json --fields id,price
    """

  static let productsShow = """
    Usage: backroom products show ID…

      Prints a line for each field of a product, or several products as records. In JSON, one product is an object, and
      several are an array.

    \(outputOptions)

    Examples:
      backroom products show p1
      backroom products show p1 p3 --json
    """

  static let productsAdd = """
    Usage: backroom products add --name NAME --price PRICE [--tags TAG,TAG…] [--id ID]

      --name        name of the product
      --price       amount with at most two decimals, after a point or a comma: 20, 19.99 or 7,5
      --tags        tags, separated by commas
      --id          ID of the product (default: a generated one)
    \(outputOptions)

      The product is added at the end of the manual order.

    Examples:
      backroom products add --name Tea --price 3.50 --tags kitchen,drink
      backroom products add --name Tea --price 3.50 -o plain --fields id
    """

  static let productsEdit = """
    Usage: backroom products edit ID [--name NAME] [--price PRICE] [--tags TAG,TAG…]

      --name        new name
      --price       new amount with at most two decimals, after a point or a comma: 20, 19.99 or 7,5
      --tags        new tags, separated by commas; they replace all present tags, and --tags= removes all
    \(outputOptions)

      Properties without an option stay unchanged.

    Examples:
      backroom products edit p1 --price 21
      backroom products edit p1 --name "Reading lamp" --tags=
    """

  static let productsMove = """
    Usage: backroom products move ID… --before ID|--after ID|--first|--last

      --before      move the products before this one
      --after       move the products after this one
      --first       move the products to the beginning
      --last        move the products to the end
    \(outputOptions)

      The moved products keep the order in which they are given. Prints all products in their new order.

    Examples:
      backroom products move p9 --first
      backroom products move p3 p1 --after p5
    """

  static let productsDelete = """
    Usage: backroom products delete ID… [--yes] [--dry-run]

      --yes         delete without asking; required if standard input is not a terminal
      --dry-run     only print what would be deleted
    \(outputOptions)

      Prints the deleted products. If one of the products does not exist, none is deleted.
      To delete a product whose ID begins with a dash, put -- before it, as in: delete --yes -- -x

    Examples:
      backroom products delete p9
      backroom products delete p6 p7 --dry-run
      backroom products delete p6 p7 --yes
    """
}
