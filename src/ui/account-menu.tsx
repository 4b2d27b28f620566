import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Avatar } from './avatar.tsx'

const PANELS = {
  header: 'top-full end-0 mt-2',
  sidebar: 'bottom-full start-0 mb-2 folded:bottom-0 folded:start-full folded:ms-3 folded:mb-0',
} as const

interface AccountMenuProps {
  /** Empty for somebody who has not said theirs. */
  name: string
  email: string
  /** Where it stands: decides which way the panel opens. */
  place: keyof typeof PANELS
  preferences: ReactNode
  /** The way out. */
  children: ReactNode
}

/** The menu of the person who is signed in: their preferences, and the way out. */
export function AccountMenu({ name, email, place, preferences, children }: AccountMenuProps) {
  const { t } = useTranslation()
  const called = nameOf({ name, email })
  const menu = useRef<HTMLDetailsElement>(null)

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }

  function closeOnLeave(event: { relatedTarget: EventTarget | null }) {
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

  return (
    <details ref={menu} className="group relative" onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-control px-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{t('userMenu')}</span>
        <Avatar name={called} />
        <bdi className="hidden max-w-40 truncate font-medium sm:inline folded:hidden">{called}</bdi>
        <ChevronDown
          aria-hidden="true"
          className="ms-auto size-4 shrink-0 text-muted folded:hidden"
          strokeWidth={1.75}
        />
      </summary>
      <div
        className={`absolute z-40 w-72 max-w-[calc(100vw-32px)] rounded-card border border-hairline bg-surface p-4 shadow-lg ${PANELS[place]}`}
      >
        <p className="text-sm text-muted">{t('signedInAs')}</p>
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm break-all text-muted">
          <bdi>{email}</bdi>
        </p>
        <div className="-mx-2 my-3 flex flex-wrap gap-1 border-y border-hairline py-2">{preferences}</div>
        {children}
      </div>
    </details>
  )
}
