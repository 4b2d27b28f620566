import { ChevronDown, LogOut } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/session.server.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LanguageSwitcher, ThemeSwitcher } from './preferences.tsx'
import { SignOutForm } from './sign-out-form.tsx'

const PANELS = {
  header: 'top-full end-0 mt-2',
  sidebar: 'bottom-full start-0 mb-2',
  folded: 'bottom-0 start-full ms-3',
} as const

interface UserMenuProps {
  viewer: Viewer
  /** Where it stands: decides which way the panel opens, and how much the button says. */
  place: keyof typeof PANELS
}

/** Who is signed in, the person's preferences, and the way out. */
export function UserMenu({ viewer, place }: UserMenuProps) {
  const { t } = useTranslation()
  const isFolded = place === 'folded'
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
        <Avatar name={viewer.name || viewer.email} />
        <span className={`max-w-40 truncate font-medium ${isFolded ? 'hidden' : 'hidden sm:inline'}`}>
          <bdi>{viewer.name || viewer.email}</bdi>
        </span>
        {!isFolded && <ChevronDown aria-hidden="true" className="ms-auto size-4 text-muted" strokeWidth={1.75} />}
      </summary>
      <div
        className={`absolute z-40 w-72 max-w-[calc(100vw-32px)] rounded-card border border-hairline bg-surface p-4 shadow-lg ${PANELS[place]}`}
      >
        <p className="text-sm text-muted">{t('signedInAs')}</p>
        <p className="font-medium">
          <bdi>{viewer.name}</bdi>
        </p>
        <p className="text-sm break-all text-muted">
          <bdi>{viewer.email}</bdi>
        </p>
        <div className="-mx-2 my-3 flex flex-wrap gap-1 border-y border-hairline py-2">
          <LanguageSwitcher />
          <ThemeSwitcher />
        </div>
        <SignOutForm className="w-full">
          <LogOut aria-hidden="true" className="size-4 rtl:-scale-x-100" strokeWidth={1.75} />
          {t('signOut')}
        </SignOutForm>
      </div>
    </details>
  )
}
