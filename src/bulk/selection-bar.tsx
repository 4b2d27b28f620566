import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import type { MenuItem } from '#ui/menu.tsx'
import { useCountText } from '#ui/total.tsx'
import type { Selection } from '#ui/use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** The number of rows in the list; counting stops one above its maximum. Undefined until the rows are counted. */
  total: number | undefined
  actions: MenuItem[]
}

/** A bar at the bottom of the window with the actions for the selected rows; Escape clears the selection. */
export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { t } = useTranslation('bulk')
  const { isAll } = selection
  const number = useSelectedCountText(selection, total)
  const totalText = useCountText(total) ?? ''
  const bar = useRef<HTMLDivElement>(null)
  /** Clears the selection. Moves the focus from the bar, which disappears, to the first selected row. */
  function clear() {
    if (bar.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('tbody .row-check :checked')?.focus()
    selection.clear()
  }
  useEffect(() => {
    const clearOnEscape = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector('[role=dialog], :popover-open') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) clear()
    }
    document.addEventListener('keydown', clearOnEscape)
    return () => document.removeEventListener('keydown', clearOnEscape)
  })
  return (
    <div ref={bar} role="toolbar" aria-label={t('selection')} className="selection-bar">
      <p role="status">{t('selected', { number })}</p>
      {!isAll && total !== undefined && total > selection.ids.size && (
        <button type="button" className="text-link" onClick={selection.chooseAll}>
          {t('selectAll', { number: totalText })}
        </button>
      )}
      <div>
        {actions.map(({ name, label, isDangerous, onChoose }) => (
          <Button key={name} variant={isDangerous ? 'danger' : 'secondary'} onClick={onChoose}>
            {label}
          </Button>
        ))}
      </div>
      <button type="button" aria-label={t('clear')} title={t('clear')} className="icon-button" onClick={clear}>
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

/** Returns the number of selected rows, formatted for the language: '3', '10,000+'. */
export function useSelectedCountText({ isAll, ids }: Selection, total: number | undefined): string {
  const { i18n } = useTranslation()
  const totalText = useCountText(total) ?? ''
  return isAll ? totalText : numberIn(i18n.language).format(ids.size)
}
