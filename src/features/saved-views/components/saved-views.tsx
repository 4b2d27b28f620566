import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListTool } from '#feature/list-tool.ts'
import { ensureTexts } from '#i18n/require-texts.ts'
import { Button } from '#ui/button.tsx'
import { showFailure } from '#ui/toast.ts'
import { pickViewParameters } from '../view-parameters.ts'

/** The panel's ID. It is the button's `popoverTarget`, so that browsers do not treat a click on the button as outside. */
const PANEL_ID = 'views'
const loadPanel = () => import('./views-panel.tsx')

/** The button for the user's saved views of a list. The panel is loaded when it opens. */
export const SavedViews: ListTool = ({ list, search }) => {
  const { t, i18n } = useTranslation()
  const [opened, setOpened] = useState<HTMLElement>()
  const [panel, setPanel] = useState<Awaited<ReturnType<typeof loadPanel>>>()
  const Panel = panel?.default
  const isFiltered = Object.keys(pickViewParameters(Object.keys(search), search)).length > 0

  const close = () => setOpened(undefined)

  function toggle(button: HTMLElement) {
    if (opened) return close()
    setOpened(button)
    Promise.all([loadPanel(), ensureTexts(i18n, ['saved-views'])]).then(
      ([loaded]) => setPanel(loaded),
      () => {
        close()
        void showFailure(i18n.t('common:pages.503.title'))
      },
    )
  }

  return (
    <div className="views">
      <Button
        aria-expanded={opened !== undefined}
        popoverTarget={PANEL_ID}
        onClick={(event) => {
          event.preventDefault()
          toggle(event.currentTarget)
        }}
      >
        {t('list.views')}
      </Button>
      {Panel && opened && (
        <Panel id={PANEL_ID} {...{ list, search }} canSave={isFiltered} button={opened} onClose={close} />
      )}
    </div>
  )
}
