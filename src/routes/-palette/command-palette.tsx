import { useNavigate, useRouter } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import type { FrameTool } from '#feature/frame-tool.ts'
import { requireTexts } from '#i18n/require-texts.ts'
import { openerOf, recentThings, rememberThing, thingAt } from './recent-things.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { showWork } from '#shell/work-under-way.ts'
import { showFailure } from '#ui/toast.ts'
import { SearchButton } from './search-button.tsx'
import { linksFor, useCreations } from './palette-entries.ts'

const OpenPalette = lazy(() => import('./open-palette.tsx'))
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx'))

type Opened = 'palette' | 'help'

const OpenContext = createContext(() => {})

/** The command palette of who is signed in, and the shortcuts of the keyboard. Nothing of what they open is loaded before. */
export const commandPalette: FrameTool = { Around: AroundFrame, Button: PaletteButton }

function PaletteButton({ isWide = false }: { isWide?: boolean }) {
  return <SearchButton onSearch={useContext(OpenContext)} isWide={isWide} />
}

function AroundFrame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { createHere } = useCreations(viewer)
  const [opened, setOpened] = useState<Opened>()
  useRecentThings(openerOf(viewer))

  const open = useCallback(
    (what: Opened) =>
      void showWork(requireTexts(i18n, ['palette'])).then(
        () => setOpened(what),
        () => showFailure(i18n.t('common:pages.503.title')),
      ),
    [i18n],
  )
  const openPalette = useCallback(() => open('palette'), [open])
  const close = () => setOpened(undefined)

  useShortcuts({
    'mod+k': opened === 'palette' ? close : openPalette,
    '/': () => focusSearch() || openPalette(),
    '?': () => open('help'),
    ...(createHere && { n: createHere }),
    j: () => followLink('next'),
    k: () => followLink('prev'),
    ...Object.fromEntries(linksFor(viewer).map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
  })

  const isOpen = (what: Opened) => opened === what
  return (
    <OpenContext value={openPalette}>
      {children}
      <Suspense>
        {isOpen('palette') && <OpenPalette viewer={viewer} onClose={close} onHelp={() => open('help')} />}
        {isOpen('help') && <ShortcutsHelp viewer={viewer} onClose={close} />}
      </Suspense>
    </OpenContext>
  )
}

/** Follows the link of the page to what stands before or behind what it shows, where it has one. */
function followLink(rel: 'next' | 'prev') {
  document.querySelector<HTMLAnchorElement>(`main a[rel=${rel}]`)?.click()
}

/** Puts the focus into the field that searches this page. @returns whether there is one */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.select()
  field?.focus()
  return field !== null
}

/** Keeps for the palette whose pages are opened, by the headings that they have. */
function useRecentThings(opener: string) {
  const router = useRouter()
  // Who has switched since leaves no names of the other organization behind.
  useEffect(() => void recentThings(opener), [opener])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        const thing = thingAt(toLocation.pathname, document.querySelector('main h1')?.textContent ?? '')
        const isShown = router.state.matches.every(({ status }) => status === 'success')
        if (thing && isShown) rememberThing(opener, thing)
      }),
    [router, opener],
  )
}
