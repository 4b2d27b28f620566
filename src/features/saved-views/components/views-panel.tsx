import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListName } from '#features.ts'
import { Button } from '#ui/button.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { useViewMutations } from '../saved-views.mutations.ts'
import { viewsQuery } from '../saved-views.queries.ts'
import { SavedViewList } from './view-items.tsx'
import { ViewNameForm } from './view-name-form.tsx'
import { savedViewsConfig } from '../saved-views.config.ts'

interface ViewsPanelProps {
  id: string
  list: ListName
  /** The list's current search parameters. */
  search: object
  /** Whether the list is filtered or sorted; the default list cannot be saved. */
  canSave: boolean
  /** The button that opened the panel, and that gets the focus when the panel closes. */
  button: HTMLElement
  onClose: () => void
}

/** The panel with the user's saved views of a list, and the form that saves the current filters and order as a view. */
export default function ViewsPanel({ id, list, search, canSave, button, onClose }: ViewsPanelProps) {
  const { t } = useTranslation(['saved-views', 'common'])
  const [isSaving, setIsSaving] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const { save } = useViewMutations(list)
  const { data: views } = useQuery(viewsQuery(list))

  const focusPanel = () => panel.current?.focus()

  function close() {
    onClose()
    button.focus()
  }

  useEffect(() => {
    panel.current?.showPopover()
    panel.current?.focus({ preventScroll: true })
  }, [])

  function closeOnLeave({ relatedTarget, currentTarget }: FocusEvent) {
    const isInside =
      relatedTarget instanceof Node && (currentTarget.contains(relatedTarget) || relatedTarget === button)
    if (relatedTarget && !isInside) onClose()
  }

  return (
    <div
      ref={panel}
      id={id}
      popover="auto"
      role="group"
      aria-label={t('common:list.views')}
      tabIndex={-1}
      className="chip-menu views-panel"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onBlur={closeOnLeave}
    >
      {isSaving ? (
        <ViewNameForm
          name=""
          onCancel={() => {
            setIsSaving(false)
            focusPanel()
          }}
          onSave={async (name) => {
            await save(name, search)
            close()
          }}
        />
      ) : (
        <>
          <SavedViewList list={list} onFollow={onClose} onChanged={focusPanel} />
          {canSave && (
            <RoomLimit used={views?.length} most={savedViewsConfig.maxPerList}>
              <Button className="mt-1 w-full" onClick={() => setIsSaving(true)}>
                {t('save')}
              </Button>
            </RoomLimit>
          )}
        </>
      )}
    </div>
  )
}
