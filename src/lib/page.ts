/** A page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** Start of the next page; null at the end. */
  nextCursor: string | null
}

/** A page of a list, with the number of all rows if it was counted, and the `updatedAfter` of the next call. */
export interface SyncedPage<Row> extends Page<Row> {
  total?: number | undefined
  syncedUntil?: string
}
