import { useEffect, useRef } from 'react'

/** Moves the focus to the first new row when "Load more" has loaded rows, unless the focus has moved elsewhere. */
export function useFocusOnNewRow(rowCount: number) {
  const table = useRef<HTMLTableElement>(null)
  const countBefore = useRef<number>(undefined)

  useEffect(() => {
    const firstNew = countBefore.current
    if (firstNew === undefined || rowCount <= firstNew) return
    countBefore.current = undefined
    if (document.activeElement !== document.body) return
    table.current?.tBodies[0]?.rows[firstNew]?.querySelector('a')?.focus()
  }, [rowCount])

  return {
    table,
    noteLoadMore: () => {
      countBefore.current = rowCount
    },
  }
}
