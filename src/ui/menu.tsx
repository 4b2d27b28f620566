import { useEffect, useRef, type KeyboardEvent } from 'react'
import { MENU_ID } from './row-choice.tsx'

/** An action in a menu. */
export interface MenuItem {
  name: string
  label: string
  isDangerous?: boolean
  onChoose: () => void
}

interface MenuProps {
  items: MenuItem[]
  /** The button below which the menu opens, or above it if there is no room. The menu is named after the button. */
  button: HTMLElement
  onClose: () => void
}

const ARROW_KEY_STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A menu beside its button, over everything else, with the keys of ARIA's menu pattern. */
export function Menu({ items, button, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    menu.current?.showPopover({ source: button })
    menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [button])

  function goOn(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
      button.focus()
      return
    }
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const ends: Record<string, number> = { Home: 0, End: all.length - 1 }
    const next = ends[event.key] ?? (event.key in ARROW_KEY_STEPS ? at + (ARROW_KEY_STEPS[event.key] ?? 0) : undefined)
    if (next === undefined) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }

  return (
    <div
      ref={menu}
      id={MENU_ID}
      popover="auto"
      role="menu"
      aria-label={button.ariaLabel ?? ''}
      tabIndex={-1}
      className="menu"
      onKeyDown={goOn}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {items.map(({ name, label, isDangerous, onChoose }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          data-dangerous={isDangerous || undefined}
          onClick={() => {
            onClose()
            button.focus()
            onChoose()
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
