import { useEffect, useRef, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'

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

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A menu beside its button, over everything else, with the keys of ARIA's menu pattern. */
export function Menu({ items, button, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { current } = menu
    if (!current) return undefined
    placeBeside(current, button)
    current.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && !current.contains(target) && !button.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', closeBeside)
    window.addEventListener('resize', onClose)
    document.addEventListener('scroll', onClose, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', closeBeside)
      window.removeEventListener('resize', onClose)
      document.removeEventListener('scroll', onClose)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- it stays in the position in which it opened
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
    const next = ends[event.key] ?? (event.key in STEPS ? at + (STEPS[event.key] ?? 0) : undefined)
    if (next === undefined) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }

  return createPortal(
    <div ref={menu} role="menu" aria-label={button.ariaLabel ?? ''} tabIndex={-1} className="menu" onKeyDown={goOn}>
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
    </div>,
    // Render the menu outside of elements that would cut it off, but inside the landmark that screen readers skip to.
    document.querySelector('main') ?? document.body,
  )
}

function placeBeside(menu: HTMLElement, button: HTMLElement) {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const isRightToLeft = getComputedStyle(button).direction === 'rtl'
  const { offsetHeight: height, offsetWidth: width } = menu
  const below = bottom + 4
  menu.style.top = `${below + height > window.innerHeight ? Math.max(8, top - height - 4) : below}px`
  menu.style.left = `${Math.max(8, Math.min(isRightToLeft ? left : right - width, window.innerWidth - width - 8))}px`
}
