import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import { Button } from './button.tsx'
import type { MenuItem } from './menu.tsx'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** How many there are in all, up to one more than the cap; undefined while they are counted. */
  total: number | undefined
  texts: { label: string; selected: string; selectAll: string; clear: string }
  actions: MenuItem[]
}

/** A bar at the foot of the window with the actions for the chosen rows; Escape chooses none. */
export function SelectionBar({ selection, total, texts, actions }: SelectionBarProps) {
  const { isAll } = selection
  const bar = useRef<HTMLDivElement>(null)
  /** Who was in the bar, which goes, continues at the first row that was chosen. */
  function clear() {
    if (bar.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('tbody .row-check :checked')?.focus()
    selection.clear()
  }
  useEffect(() => {
    const clearOnEscape = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector('[role=dialog], [role=menu]') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) clear()
    }
    document.addEventListener('keydown', clearOnEscape)
    return () => document.removeEventListener('keydown', clearOnEscape)
  })
  return (
    <div ref={bar} role="toolbar" aria-label={texts.label} className="selection-bar">
      <p role="status">{texts.selected}</p>
      {!isAll && total !== undefined && total > selection.ids.size && (
        <button type="button" className="text-link" onClick={selection.chooseAll}>
          {texts.selectAll}
        </button>
      )}
      <div>
        {actions.map(({ name, label, isDangerous, onChoose }) => (
          <Button key={name} variant={isDangerous ? 'danger' : 'secondary'} onClick={onChoose}>
            {label}
          </Button>
        ))}
      </div>
      <button type="button" aria-label={texts.clear} title={texts.clear} className="icon-button" onClick={clear}>
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

/** Counts the chosen rows, in digits of the language: '3', '10,000+'. */
export function useChosenCount({ isAll, ids }: Selection, totalText: string): string {
  const { i18n } = useTranslation()
  return isAll ? totalText : numberIn(i18n.language).format(ids.size)
}
