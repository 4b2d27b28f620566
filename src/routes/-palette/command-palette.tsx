import { useNavigate, useRouter } from '@tanstack/react-router'
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import type { FrameTool } from '#feature/frame-tool.ts'
import { ensureTexts } from '#i18n/require-texts.ts'
import { recentItemsOwner, readRecentItems, rememberItem, recentItemAt } from './recent-items.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { trackPending } from '#shell/pending-work.ts'
import { showFailure } from '#ui/toast.ts'
import { SearchButton } from './search-button.tsx'
import { linksForViewer, useCreateActions } from './palette-entries.ts'

const OpenPalette = lazy(() => import('./open-palette.tsx'))
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx'))

type OpenedDialog = 'palette' | 'help'

const OpenContext = createContext(() => {})

/** The command palette and the keyboard shortcuts of signed-in users. Loads the dialogs only when they are opened. */
export const commandPalette: FrameTool = { Around: AroundFrame, Button: PaletteButton }

function PaletteButton({ isWide = false }: { isWide?: boolean }) {
  return <SearchButton onSearch={useContext(OpenContext)} isWide={isWide} />
}

function AroundFrame({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { createHere } = useCreateActions(viewer)
  const [opened, setOpened] = useState<OpenedDialog>()
  useRecentItems(recentItemsOwner(viewer))

  const open = useCallback(
    (what: OpenedDialog) =>
      void trackPending(ensureTexts(i18n, ['palette'])).then(
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
    ...Object.fromEntries(linksForViewer(viewer).map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
  })

  const isOpen = (what: OpenedDialog) => opened === what
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

function followLink(rel: 'next' | 'prev') {
  document.querySelector<HTMLAnchorElement>(`main a[rel=${rel}]`)?.click()
}

/** Focuses the search field of the page. @returns whether the page has one */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.select()
  field?.focus()
  return field !== null
}

/** Stores each user or repository whose page is opened, so that the palette can list it with the page's heading. */
function useRecentItems(owner: string) {
  const router = useRouter()
  // Deletes the stored names of the previous organization after a switch.
  useEffect(() => void readRecentItems(owner), [owner])
  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        const thing = recentItemAt(toLocation.pathname, document.querySelector('main h1')?.textContent ?? '')
        const isShown = router.state.matches.every(({ status }) => status === 'success')
        if (thing && isShown) rememberItem(owner, thing)
      }),
    [router, owner],
  )
}
