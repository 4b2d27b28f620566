import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requireTexts } from '#i18n/require-texts.ts'
import { Button } from '#ui/button.tsx'
import { showFailure } from '#ui/toast.ts'
import { viewParameters, type ViewList, type ViewParameter } from '../view-parameters.ts'

const loadPanel = () => import('./views-panel.tsx')

interface SavedViewsProps<List extends ViewList, Search> {
  list: List
  /** The parameters of the list's page. A filter that views do not know yet does not compile. */
  search: Search & { [Name in Exclude<keyof Search, ViewParameter<List> | 'after' | 'dialog'>]: never }
  /** A view is followed. */
  onFollow?: (() => void) | undefined
}

/** The button of one's own views of a list. What it opens is loaded then. */
export function SavedViews<List extends ViewList, Search extends object>({
  list,
  search,
  onFollow,
}: SavedViewsProps<List, Search>) {
  const { t, i18n } = useTranslation()
  const [opened, setOpened] = useState<HTMLElement>()
  const [panel, setPanel] = useState<Awaited<ReturnType<typeof loadPanel>>>()
  const Panel = panel?.default
  const isFiltered = Object.keys(viewParameters(list, search)).length > 0

  function toggle(button: HTMLElement) {
    if (opened) return setOpened(undefined)
    setOpened(button)
    Promise.all([loadPanel(), requireTexts(i18n, ['views'])]).then(
      ([loaded]) => setPanel(loaded),
      () => {
        setOpened(undefined)
        void showFailure(i18n.t('common:pages.503.title'))
      },
    )
  }

  return (
    <div className="views">
      <Button aria-expanded={opened !== undefined} onClick={({ currentTarget }) => toggle(currentTarget)}>
        {t('list.views')}
      </Button>
      {Panel && opened && (
        <Panel
          list={list}
          search={search}
          canSave={isFiltered}
          button={opened}
          onFollow={onFollow}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}
