import type { DialogProps } from './dialog-window.tsx'
import { useUrlDialog } from './use-url-dialog.ts'

interface RowPanel<Row> {
  /** The row that the panel shows; undefined while the panel is closed. */
  row: Row | undefined
  /** The props of the panel's dialog. */
  panel: Omit<DialogProps, 'title' | 'children'> & { worksWithoutJavaScript: true }
}

/**
 * Controls the side panel of a list's rows. A URL parameter has the key of the shown row.
 * @param parameter the name of the parameter
 * @param key the value of the parameter; if no row has this key, the panel is closed
 */
export function useRowPanel<Row>(
  parameter: string,
  key: string,
  rows: Row[] | undefined,
  keyOf: (row: Row) => string,
): RowPanel<Row> {
  const dialog = useUrlDialog<Record<string, string>>({ [parameter]: '' })
  const keys = rows?.map(keyOf) ?? []
  const at = keys.indexOf(key)
  const stepTo = (next: string | undefined) =>
    next === undefined ? undefined : () => void dialog.change({ [parameter]: next })
  return {
    row: rows?.[at],
    panel: {
      isOpen: at >= 0,
      onClose: dialog.close,
      onPrevious: at > 0 ? stepTo(keys[at - 1]) : undefined,
      onNext: at >= 0 ? stepTo(keys[at + 1]) : undefined,
      place: 'end',
      worksWithoutJavaScript: true,
    },
  }
}
