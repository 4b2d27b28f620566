import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Selection } from './use-selection.ts'

/** The ID of the open menu. For the buttons that open it, so that a click on one of them does not count as beside the menu. */
export const MENU_ID = 'menu'

/** The selection of a list's rows, and the menu of a row. */
export interface RowControls<Row> {
  selection: Selection
  nameOf: (row: Row) => string
  /** The row whose menu is open. */
  opened: Row | undefined
  /** Opens or closes the menu of a row. @param button the button beside which it opens */
  onMenu: (row: Row, button: HTMLElement) => void
}

interface RowCheckboxAndMenuButtonProps<Row> extends RowControls<Row> {
  row: Row
  id: string
  /** The IDs of all visible rows, in order. */
  shown: string[]
}

/** The checkbox that selects a row, and the button that opens the row's menu. */
export function RowCheckboxAndMenuButton<Row>({
  selection,
  nameOf,
  opened,
  onMenu,
  row,
  id,
  shown,
}: RowCheckboxAndMenuButtonProps<Row>) {
  const { t } = useTranslation()
  const name = nameOf(row)
  return (
    <>
      <label className="row-check">
        <input
          type="checkbox"
          aria-label={t('selectNamed', { name })}
          checked={selection.has(id)}
          onChange={({ target, nativeEvent }) =>
            selection.choose(id, target.checked, shown, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </label>
      <button
        type="button"
        aria-label={t('actionsFor', { name })}
        aria-haspopup="menu"
        aria-expanded={opened === row}
        popoverTarget={MENU_ID}
        className="row-more"
        onClick={(event) => {
          event.preventDefault()
          onMenu(row, event.currentTarget)
        }}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
    </>
  )
}

/** The checkbox that selects all visible rows. */
export function VisibleRowsCheckbox({ selection, shown }: { selection: Selection; shown: string[] }) {
  const { t } = useTranslation()
  const count = shown.filter((id) => selection.has(id)).length
  const isEach = count === shown.length
  return (
    <label className="row-check">
      <input
        type="checkbox"
        aria-label={t('list.selectShown')}
        checked={isEach}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isEach
        }}
        onChange={() => selection.chooseShown(shown, !isEach)}
      />
    </label>
  )
}
