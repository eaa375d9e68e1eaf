/// A hash table that finds the handle of a row by a key of the row.
///
/// Only handles and parts of the hashes are stored. A closure reads the key of a handle from the row itself, so that no
/// key is kept twice. The key of a handle must not change while the table contains the handle.
///
/// Collisions are resolved by linear probing. A removal closes the gap that it leaves, so that there are no tombstones.
package struct HandleIndex: Sendable {
  private struct Slot {
    /// The handle, or -1 if the slot is empty.
    var handle: RowHandle
    /// The part of the hash that determines the home slot, and that avoids reading most other keys.
    var hash: UInt32

    static let empty = Slot(handle: -1, hash: 0)
    var isEmpty: Bool { handle < 0 }
  }

  /// The handles, each at its home slot or after it.
  ///
  /// The number of slots is a power of two.
  private var slots: [Slot]
  /// The number of handles.
  package private(set) var count = 0

  /// Creates an empty table with space for a number of handles.
  package init(minimumCapacity: Int = 0) {
    var slotCount = 4
    while Self.capacity(ofSlots: slotCount) < minimumCapacity { slotCount *= 2 }
    slots = Array(repeating: .empty, count: slotCount)
  }

  private static func capacity(ofSlots count: Int) -> Int { count / 4 * 3 }

  private func slot(after slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  private func homeSlot(of hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private static func hash<Key: Hashable>(of key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.hashValue) }

  /// Returns the slot of the handle with a key, or the empty slot where a handle with this key can be inserted.
  @inline(__always) private func findSlot<Key: Hashable>(of key: Key, hash: UInt32, keyOf: (RowHandle) -> Key) -> Int {
    var slot = homeSlot(of: hash)
    while !slots[slot].isEmpty, slots[slot].hash != hash || keyOf(slots[slot].handle) != key {
      slot = self.slot(after: slot)
    }
    return slot
  }

  /// Returns the handle with a key, or `nil` if there is none.
  func handle<Key: Hashable>(of key: Key, keyOf: (RowHandle) -> Key) -> RowHandle? {
    let slot = slots[findSlot(of: key, hash: Self.hash(of: key), keyOf: keyOf)]
    return slot.isEmpty ? nil : slot.handle
  }

  /// Inserts a handle, unless there is one with an equal key already.
  ///
  /// Returns the handle that the table contains under the key.
  package mutating func insert<Key: Hashable>(_ handle: RowHandle, keyOf: (RowHandle) -> Key) -> RowHandle {
    if count == Self.capacity(ofSlots: slots.count) { grow() }
    let key = keyOf(handle)
    let hash = Self.hash(of: key)
    let slot = findSlot(of: key, hash: hash, keyOf: keyOf)
    if !slots[slot].isEmpty { return slots[slot].handle }
    slots[slot] = Slot(handle: handle, hash: hash)
    count += 1
    return handle
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: .empty, count: 2 * old.count)
    for moved in old where !moved.isEmpty {
      var slot = homeSlot(of: moved.hash)
      while !slots[slot].isEmpty { slot = self.slot(after: slot) }
      slots[slot] = moved
    }
  }

  /// Removes the handle with a key, if there is one.
  mutating func remove<Key: Hashable>(_ key: Key, keyOf: (RowHandle) -> Key) {
    var gap = findSlot(of: key, hash: Self.hash(of: key), keyOf: keyOf)
    if slots[gap].isEmpty { return }
    var next = slot(after: gap)
    while !slots[next].isEmpty {
      // A search for this handle begins at its home slot and must not reach the gap first.
      let (home, mask) = (homeSlot(of: slots[next].hash), slots.count - 1)
      if (next - home) & mask >= (next - gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = slot(after: next)
    }
    slots[gap] = .empty
    count -= 1
  }
}
