import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Namespace } from '#i18n/namespaces.ts'
import { requireTexts } from '#i18n/require-texts.ts'
import type { RowChoices } from './row-choice.tsx'
import { showFailure } from './toast.ts'
import { useSelection } from './use-selection.ts'

interface ListChoices<Row, Part> {
  /** What the list is a list of: with another search or filter nothing is chosen any more. */
  scope: string
  nameOf: (row: Row) => string
  /** Texts of what `load` loads. */
  namespaces: Namespace[]
  /** Loads what is done to rows: not before somebody chooses one. */
  load: () => Promise<{ default: Part }>
}

/** Holds which rows of a list are chosen and whose menu is open, and brings what can be done to them when it is needed. */
export function useListChoices<Row, Part>({ scope, nameOf, namespaces, load }: ListChoices<Row, Part>) {
  const { i18n } = useTranslation()
  const selection = useSelection(scope)
  const [menu, setMenu] = useState<{ row: Row; button: HTMLElement }>()
  const [loaded, setLoaded] = useState<{ default: Part }>()
  const closeMenu = () => setMenu(undefined)
  const isNeeded = selection !== undefined && (!selection.isEmpty || menu !== undefined)

  useEffect(() => {
    if (!isNeeded || loaded) return
    Promise.all([load(), requireTexts(i18n, namespaces)]).then(
      ([part]) => setLoaded(part),
      () => {
        selection.clear()
        setMenu(undefined)
        void showFailure(i18n.t('common:pages.503.title'))
      },
    )
    // oxlint-disable-next-line react/exhaustive-deps -- asked for once each time that it is needed
  }, [isNeeded])

  const choices: RowChoices<Row> | null = selection
    ? {
        selection,
        nameOf,
        opened: menu?.row,
        onMenu: (row, button) => setMenu(menu?.row === row ? undefined : { row, button }),
      }
    : null
  return { choices, selection, menu, closeMenu, Part: loaded?.default }
}
