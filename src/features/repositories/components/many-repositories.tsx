import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkResult } from '#bulk/use-bulk-result.ts'
import { countLabel } from '#bulk/row-label.ts'
import { appConfig } from '#app.config'
import { Confirm } from '#ui/confirm.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { SelectionBar, useSelectedCountText } from '#bulk/selection-bar.tsx'
import type { Selection } from '#ui/use-selection.ts'
import { deleteManyRepositories } from '../many-repositories.functions.ts'
import { repositoriesKey } from '../repositories.queries.ts'
import type { RepositoryFilter, RepositoryRow } from '../repositories.schema.ts'

interface BulkRequest {
  selection: { ids: string[] } | { filter: RepositoryFilter }
  /** The affected repositories as a text: a name, or their number. */
  who: string
}

interface ManyRepositoriesProps {
  filter: RepositoryFilter
  selection: Selection
  total: number | undefined
  /** The row whose menu is open, and its anchor element. */
  menu: { row: RepositoryRow; button: HTMLElement } | undefined
  onMenuClose: () => void
}

/** The bulk actions of the repository list: on the selected rows, and on one row by its menu. */
export default function ManyRepositories({ filter, selection, total, menu, onMenuClose }: ManyRepositoriesProps) {
  const { t, i18n } = useTranslation('bulk')
  const tell = useBulkResult(repositoriesKey)
  const [asked, setAsked] = useState<BulkRequest>()
  const number = useSelectedCountText(selection, total)
  const chosen = selection.isAll ? { filter } : { ids: [...selection.ids] }
  const chosenCount = selection.isAll ? (total ?? 0) : selection.ids.size
  const deleting = (question: BulkRequest): MenuItem[] => [
    { name: 'delete', label: t('actions.repository-delete'), isDangerous: true, onChoose: () => setAsked(question) },
  ]

  async function remove(selection: BulkRequest['selection']) {
    await tell(await deleteManyRepositories({ data: { selection } }))
  }

  return (
    <>
      {!selection.isEmpty && (
        <SelectionBar
          selection={selection}
          total={total}
          actions={deleting({ selection: chosen, who: countLabel(i18n, 'repositories', chosenCount, number) })}
        />
      )}
      {menu && (
        <Menu
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
