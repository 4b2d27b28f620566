import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkResult } from '#bulk/use-bulk-result.ts'
import { whomIn } from '#bulk/whom.ts'
import { appConfig } from '#app.config'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { Confirm } from '#ui/confirm.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { SelectionBar, useChosenCount } from '#ui/selection-bar.tsx'
import { useCountText } from '#ui/total.tsx'
import type { Selection } from '#ui/use-selection.ts'
import { deleteManyRepositories } from '../many-repositories.functions.ts'
import { repositoriesKey } from '../repositories.queries.ts'
import type { RepositoryFilter, RepositoryRow } from '../repositories.schema.ts'

interface Asked {
  selection: { ids: string[] } | { filter: RepositoryFilter }
  /** What it is about, in words. */
  who: string
}

interface ManyRepositoriesProps {
  /** What the list is narrowed to. */
  filter: RepositoryFilter
  selection: Selection
  total: number | undefined
  /** The repository whose own menu is open, and what it opened beside. */
  menu: { row: RepositoryRow; button: HTMLElement } | undefined
  onMenuClose: () => void
}

/** Offers what can be done to repositories from their list: to those that are chosen, and to one by the menu of its row. */
export default function ManyRepositories({ filter, selection, total, menu, onMenuClose }: ManyRepositoriesProps) {
  const { t, i18n } = useTranslation('bulk')
  const tell = useBulkResult(repositoriesKey)
  const [asked, setAsked] = useState<Asked>()
  const totalText = useCountText(total) ?? ''
  const number = useChosenCount(selection, totalText)
  const chosen = selection.isAll ? { filter } : { ids: [...selection.ids] }
  const chosenCount = selection.isAll ? (total ?? 0) : selection.ids.size
  const deleting = (question: Asked): MenuItem[] => [
    { name: 'delete', label: t('actions.repository-delete'), isDangerous: true, onChoose: () => setAsked(question) },
  ]

  async function remove(selection: Asked['selection']) {
    await tell(await withFreshSignIn(() => deleteManyRepositories({ data: { selection } })))
  }

  return (
    <>
      {!selection.isEmpty && (
        <SelectionBar
          selection={selection}
          total={total}
          texts={{
            label: t('selection'),
            selected: t('selected', { number }),
            selectAll: t('selectAll', { number: totalText }),
            clear: t('clear'),
          }}
          actions={deleting({ selection: chosen, who: whomIn(i18n, 'repositories', chosenCount, number) })}
        />
      )}
      {menu && (
        <Menu
          label={menu.row.name}
          items={deleting({ selection: { ids: [menu.row.id] }, who: t('who.repository', { name: menu.row.name }) })}
          button={menu.button}
          onClose={onMenuClose}
        />
      )}
      {asked && (
        <Confirm
          isOpen
          isDestructive
          onClose={() => setAsked(undefined)}
          summary={t('summaries.repository-delete', { who: asked.who })}
          description={`${t('will.repository-delete', { who: asked.who })} ${t('canUndo', { days: appConfig.bulk.undoDays })}`}
          action={t('actions.repository-delete')}
          onConfirm={async () => {
            await remove(asked.selection)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
