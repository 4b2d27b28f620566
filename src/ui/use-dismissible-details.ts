import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'

/** Returns the attributes of a `details` element that closes like a menu: on Escape, a click outside, blur, and a link. */
export function useDismissibleDetails() {
  const menu = useRef<HTMLDetailsElement>(null)

  function onClick({ target }: MouseEvent) {
    if (menu.current && target instanceof Element && target.closest('a')) menu.current.open = false
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }

  function onBlur(event: { relatedTarget: EventTarget | null }) {
    const goesTo = event.relatedTarget
    if (menu.current && goesTo instanceof Node && !menu.current.contains(goesTo)) menu.current.open = false
  }

  useEffect(() => {
    function closeOnClickBeside({ target }: PointerEvent) {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false
    }
    document.addEventListener('pointerdown', closeOnClickBeside)
    return () => document.removeEventListener('pointerdown', closeOnClickBeside)
  }, [])

  return { ref: menu, onClick, onKeyDown, onBlur }
}
