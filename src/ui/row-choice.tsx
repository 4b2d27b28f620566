import { Ellipsis } from 'lucide-react'
import type { Selection } from './use-selection.ts'

/** Tells a list how its rows are chosen, and opens the menu of one of them. */
export interface RowChoices<Row> {
  selection: Selection
  nameOf: (row: Row) => string
  /** The row whose menu is open. */
  opened: Row | undefined
  /** Opens the menu of a row, or closes it. @param button is what it opens beside */
  onMenu: (row: Row, button: HTMLElement) => void
}

interface RowChoiceProps<Row> extends RowChoices<Row> {
  row: Row
  id: string
  /** All rows that show, in their order. */
  shown: string[]
}

/** The box by which a row is chosen, and the button of its menu, which is made when it is opened. */
export function RowChoice<Row>({ selection, nameOf, opened, onMenu, row, id, shown }: RowChoiceProps<Row>) {
  const name = nameOf(row)
  return (
    <>
      <label className="row-check">
        <input
          type="checkbox"
          aria-label={name}
          checked={selection.has(id)}
          onChange={({ target, nativeEvent }) =>
            selection.choose(id, target.checked, shown, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </label>
      <button
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={opened === row}
        className="row-more"
        onClick={({ currentTarget }) => onMenu(row, currentTarget)}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
    </>
  )
}

interface ShownChoiceProps {
  selection: Selection
  label: string
  shown: string[]
}

/** The box that chooses all rows that show. */
export function ShownChoice({ selection, label, shown }: ShownChoiceProps) {
  const count = shown.filter((id) => selection.has(id)).length
  const isEach = count === shown.length
  return (
    <label className="row-check">
      <input
        type="checkbox"
        aria-label={label}
        checked={isEach}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isEach
        }}
        onChange={() => selection.chooseShown(shown, !isEach)}
      />
    </label>
  )
}
