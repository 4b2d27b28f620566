import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Namespace } from '#i18n/namespaces.ts'
import { ensureTexts } from '#i18n/require-texts.ts'
import type { RowControls } from './row-choice.tsx'
import { showFailure } from './toast.ts'
import { useSelection } from './use-selection.ts'

interface RowControlsOptions<Row, Part> {
  /** The search and filters of the list; a change clears the selection. */
  scope: string
  nameOf: (row: Row) => string
  /** The namespaces of the texts that the loaded part uses. */
  namespaces: Namespace[]
  /** Loads the actions for rows when a user first selects a row or opens its menu. */
  load: () => Promise<{ default: Part }>
}

/** Holds the selected rows of a list and the row whose menu is open, and loads their actions when they are needed. */
export function useRowControls<Row, Part>({ scope, nameOf, namespaces, load }: RowControlsOptions<Row, Part>) {
  const { i18n } = useTranslation()
  const selection = useSelection(scope)
  const [menu, setMenu] = useState<{ row: Row; button: HTMLElement }>()
  const [loaded, setLoaded] = useState<{ default: Part }>()
  const closeMenu = () => setMenu(undefined)
  const isNeeded = selection !== undefined && (!selection.isEmpty || menu !== undefined)

  useEffect(() => {
    if (!isNeeded || loaded) return
    Promise.all([load(), ensureTexts(i18n, namespaces)]).then(
      ([part]) => setLoaded(part),
      () => {
        selection.clear()
        setMenu(undefined)
        void showFailure(i18n.t('common:pages.503.title'))
      },
    )
    // oxlint-disable-next-line react/exhaustive-deps -- loaded when it is needed, not when the functions change
  }, [isNeeded])

  const choices: RowControls<Row> | null = selection
    ? {
        selection,
        nameOf,
        opened: menu?.row,
        onMenu: (row, button) => setMenu(menu?.row === row ? undefined : { row, button }),
      }
    : null
  return { choices, selection, menu, closeMenu, Part: loaded?.default }
}
