import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListName } from '#features.ts'
import { Button } from '#ui/button.tsx'
import { Room } from '#ui/room.tsx'
import { useViewMutations } from '../saved-views.mutations.ts'
import { viewsQuery } from '../saved-views.queries.ts'
import { ViewItems } from './view-items.tsx'
import { ViewNameForm } from './view-name-form.tsx'
import { savedViewsConfig } from '../saved-views.config.ts'

/** Between the panel and the edge of the window. */
const MARGIN_PX = 8

interface ViewsPanelProps {
  list: ListName
  /** What the list shows now. */
  search: object
  /** Whether something is filtered or sorted, which can be saved. */
  canSave: boolean
  /** What it opened below. */
  button: HTMLElement
  onFollow: (() => void) | undefined
  onClose: () => void
}

/** The panel of one's own views of a list, where what it shows now is saved as another. */
export default function ViewsPanel({ list, search, canSave, button, onFollow, onClose }: ViewsPanelProps) {
  const { t } = useTranslation(['views', 'common'])
  const [isSaving, setIsSaving] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const { save } = useViewMutations(list)
  const { data: views } = useQuery(viewsQuery(list))

  function close() {
    onClose()
    button.focus()
  }

  function follow() {
    onClose()
    onFollow?.()
  }

  useEffect(() => {
    const { current } = panel
    if (!current) return undefined
    const keepInWindow = () => {
      current.style.translate = ''
      const { left, right } = current.getBoundingClientRect()
      const beyond = Math.min(0, window.innerWidth - MARGIN_PX - right) || Math.max(0, MARGIN_PX - left)
      current.style.translate = `${beyond}px`
    }
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && !current.contains(target) && !button.contains(target)) onClose()
    }
    keepInWindow()
    // Not before it has its place: browsers scroll to a field that gets the focus beyond their edge.
    ;(current.querySelector('input') ?? current).focus({ preventScroll: true })
    window.addEventListener('resize', keepInWindow)
    document.addEventListener('pointerdown', closeBeside)
    return () => {
      window.removeEventListener('resize', keepInWindow)
      document.removeEventListener('pointerdown', closeBeside)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- where it opened it stays
  }, [button, isSaving])

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }

  function closeOnLeave({ relatedTarget, currentTarget }: FocusEvent) {
    const isInside =
      relatedTarget instanceof Node && (currentTarget.contains(relatedTarget) || relatedTarget === button)
    if (relatedTarget && !isInside) onClose()
  }

  return (
    <div
      ref={panel}
      role="group"
      aria-label={t('common:list.views')}
      tabIndex={-1}
      className="views-panel"
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
    >
      {isSaving ? (
        <ViewNameForm
          name=""
          onCancel={() => setIsSaving(false)}
          onSave={async (name) => {
            await save(name, search)
            close()
          }}
        />
      ) : (
        <>
          <ViewItems list={list} onFollow={follow} onChanged={() => panel.current?.focus()} />
          {canSave && (
            <Room used={views?.length} most={savedViewsConfig.mostPerList}>
              <Button className="mt-1 w-full" onClick={() => setIsSaving(true)}>
                {t('save')}
              </Button>
            </Room>
          )}
        </>
      )}
    </div>
  )
}
