/** A page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** Start of the next page; null at the end. */
  nextCursor: string | null
}
