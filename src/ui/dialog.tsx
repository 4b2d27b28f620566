import { lazy, Suspense } from 'react'
import { appConfig } from '#app.config'
import type { DialogProps } from './dialog-window.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'
import { useMediaQuery } from './use-media-query.ts'

const DialogWindow = lazy(() => import('./dialog-window.tsx'))
const DialogDrawer = lazy(() => import('./dialog-drawer.tsx'))

/** A question or a form over the page: a window on wide screens, a drawer from below on narrow ones. Loaded when first opened. */
export function Dialog(props: DialogProps) {
  const isWide = useMediaQuery(`(min-width: ${appConfig.breakpoints.dialog}px)`)
  // The server has no place to put what lies over the page.
  const isHydrated = useIsHydrated()
  if (!props.isOpen || !isHydrated) return null
  return <Suspense>{isWide ? <DialogWindow {...props} /> : <DialogDrawer {...props} />}</Suspense>
}
