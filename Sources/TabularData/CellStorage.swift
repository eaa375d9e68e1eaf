import Tables
import Values

/// The cells of all rows of a document.
enum CellStorage: Sendable {
  /// The cells of each row.
  case values([[Value]])
  /// Cells that are read from delimited text.
  case delimited(DelimitedCells)

  var rowCount: Int {
    switch self {
    case .values(let rows): rows.count
    case .delimited(let cells): cells.rowCount
    }
  }

  subscript(row: Int, column: Int) -> Value {
    switch self {
    case .values(let rows): rows[row][column]
    case .delimited(let cells): cells[row, column]
    }
  }

  func cells(ofRow row: Int) -> [Value] {
    switch self {
    case .values(let rows): rows[row]
    case .delimited(let cells): (0..<cells.columnCount).map { cells[row, $0] }
    }
  }
}

/// The cells and the ids of the rows of a document, which all rows share.
final class RowSource: Sendable {
  let storage: CellStorage
  private let identity: Identity

  /// What identifies the rows.
  enum Identity: Sendable {
    /// The cells of a column.
    case column(Int)
    /// The number of the row, from 1.
    case number
    /// The id of the only row.
    case id(Value)
  }

  init(_ storage: CellStorage, identity: Identity) {
    self.storage = storage
    self.identity = identity
  }

  func id(ofRow row: Int) -> Value {
    switch identity {
    case .column(let column): storage[row, column]
    case .number: .integer(Int64(row + 1))
    case .id(let id): id
    }
  }
}

/// A row of a document.
///
/// A row refers to its document until it is edited. A cell of delimited text is read from the bytes of the document, so
/// that a row takes little memory.
public struct DataRow: Identifiable, Hashable, Sendable {
  private var source: RowSource
  private var index: Int

  init(_ index: Int, of source: RowSource) {
    self.source = source
    self.index = index
  }

  /// Creates a row.
  public init(id: Value, cells: [Value]) { self.init(0, of: RowSource(.values([cells]), identity: .id(id))) }

  /// The value that identifies the row.
  public var id: Value { source.id(ofRow: index) }

  /// The cells, in the order of the columns in the document.
  public var cells: [Value] { source.storage.cells(ofRow: index) }

  /// The cell in a column, given the index of the column in the document.
  public subscript(column: Int) -> Value {
    get { source.storage[index, column] }
    set {
      var cells = cells
      cells[column] = newValue
      self = DataRow(id: id, cells: cells)
    }
  }

  /// Returns whether two rows have the same id and equal cells.
  public static func == (left: Self, right: Self) -> Bool {
    left.source === right.source && left.index == right.index || left.id == right.id && left.cells == right.cells
  }

  /// Hashes the id and the cells.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(cells)
  }
}

extension DataRow: CustomReflectable {
  /// The id and the cells, for debugging.
  public var customMirror: Mirror { Mirror(self, children: ["id": id, "cells": cells], displayStyle: .struct) }
}
