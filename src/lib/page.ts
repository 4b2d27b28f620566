/** One page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** Where the next page begins; null at the end. */
  nextCursor: string | null
}
