/// Every row that can be read in a database file, page by page: neither the schema nor the pages that lead from one to the other
/// need be whole.
struct RowScan {
  /// The pages.
  let file: PageFile

  /// Hands on the rows, those of tables with numbered rows (`isNumbered`) and those of tables without, as they lie.
  func rows(_ take: (_ row: StoredRow, _ isNumbered: Bool) throws(StoreError) -> Void) throws(StoreError) {
    let free = file.free
    guard file.count > 0 else { return }
    for number in 1...file.count where !free.contains(number) {
      guard let page = file.page(number) else { continue }
      for cell in cells(of: page, header: number == 1 ? 100 : 0) { try take(cell.row, cell.isNumbered) }
    }
  }

  private func cells(of page: ArraySlice<UInt8>, header: Int) -> [(row: StoredRow, isNumbered: Bool)] {
    guard let kind = page.number(at: header, bytes: 1), let count = page.number(at: header + 3, bytes: 2) else {
      return []
    }
    // Where tables have no numbered rows, the inner pages hold rows as well as the leaves.
    let (headerSize, isNumbered): (Int, Bool)
    switch kind {
    case 0x0D: (headerSize, isNumbered) = (8, true)
    case 0x0A: (headerSize, isNumbered) = (8, false)
    case 0x02: (headerSize, isNumbered) = (12, false)
    default: return []
    }
    return (0..<min(count, page.count / 4)).compactMap { cell in
      guard let start = page.number(at: header + headerSize + 2 * cell, bytes: 2), start > header + headerSize else {
        return nil
      }
      return row(in: page, at: kind == 0x02 ? start + 4 : start, isNumbered).map { ($0, isNumbered) }
    }
  }

  private func row(in page: ArraySlice<UInt8>, at start: Int, _ isNumbered: Bool) -> StoredRow? {
    guard let (length, size) = page.varint(at: start), length > 0 else { return nil }
    var (place, id): (Int, Int64?) = (start + size, nil)
    if isNumbered {
      guard let (number, size) = page.varint(at: place) else { return nil }
      (place, id) = (place + size, Int64(number))
    }
    guard let payload = payload(in: page, at: place, length, isNumbered) else { return nil }
    return StoredRow(id: id, payload: payload)
  }

  /// A row's bytes: those in the page, and those in the pages it overflows into.
  private func payload(
    in page: ArraySlice<UInt8>, at place: Int, _ length: Int, _ isNumbered: Bool
  ) -> ArraySlice<UInt8>? {
    let size = file.pageSize
    let most = isNumbered ? size - 35 : (size - 12) * 64 / 255 - 23
    let least = (size - 12) * 32 / 255 - 23
    var local = length
    if length > most {
      local = least + (length - least) % (size - 4)
      if local > most { local = least }
    }
    guard local <= page.count - place else { return nil }
    var bytes = page[page.startIndex + place..<page.startIndex + place + local]
    guard length > local else { return bytes }
    var next = page.number(at: place + local, bytes: 4) ?? 0
    while bytes.count < length {
      guard let page = file.page(next), let after = page.number(at: 0, bytes: 4) else { return nil }
      bytes += page.dropFirst(4).prefix(length - bytes.count)
      next = after
    }
    return bytes
  }
}
