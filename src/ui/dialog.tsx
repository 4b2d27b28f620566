import { lazy, Suspense, useState } from 'react'
import { appConfig } from '#app.config'
import { DialogInPage } from './dialog-in-page.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'
import { useIsRendered } from './use-is-rendered.ts'
import { useMediaQuery } from './use-media-query.ts'

const DialogWindow = lazy(() => import('./dialog-window.tsx'))
const DialogDrawer = lazy(() => import('./dialog-drawer.tsx'))

/** The delays until a closed dialog is removed, a little longer than the closing animations. */
const WINDOW_LEAVES_MS = 200
const DRAWER_LEAVES_MS = 600

interface Props extends DialogProps {
  /** Whether its form works without JavaScript: a page that is requested with it open has it in the document. */
  isPlain?: boolean
}

/** A dialog over the page: a window on wide screens, a drawer from below on narrow ones. Loaded when first opened. */
export function Dialog({ isPlain = false, ...props }: Props) {
  const isWide = useMediaQuery(`(min-width: ${appConfig.breakpoints.dialog}px)`)
  // The server cannot render portals, which hold the window and the drawer.
  const isHydrated = useIsHydrated()
  const [isInDocument] = useState(isPlain && props.isOpen && !isHydrated)
  const isThere = useIsRendered(props.isOpen, isWide ? WINDOW_LEAVES_MS : DRAWER_LEAVES_MS)
  if (isInDocument) return props.isOpen ? <DialogInPage {...props} /> : null
  if (!isThere || !isHydrated) return null
  return <Suspense>{isWide ? <DialogWindow {...props} /> : <DialogDrawer {...props} />}</Suspense>
}
