/** A page of a list. */
export interface Page<Row, Cursor = string> {
  rows: Row[]
  /** Start of the next page; null on the last page. */
  nextCursor: Cursor | null
}

/** Returns the page of a list from its rows, which include one row after the page, unless this is the last page. */
export function cutPage<Row, Cursor>(
  found: Row[],
  limit: number,
  cursorAfter: (last: Row) => Cursor,
): Page<Row, Cursor> {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last === undefined ? null : cursorAfter(last) }
}

/** A page of a list, with the number of all rows if it was counted, and the `updatedAfter` of the next call. */
export interface SyncedPage<Row> extends Page<Row> {
  total?: number | undefined
  syncedUntil?: string
}
