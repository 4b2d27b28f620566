import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { appConfig } from '#app.config'
import { DialogInPage } from './dialog-in-page.tsx'
import type { DialogProps } from './dialog-window.tsx'
import { useMediaQuery } from './use-media-query.ts'

const DialogWindow = lazy(() => import('./dialog-window.tsx'))
const DialogDrawer = lazy(() => import('./dialog-drawer.tsx'))

interface LazyDialogProps extends DialogProps {
  /** Whether the dialog's form works without JavaScript: the page of a URL with an open dialog then contains the dialog. */
  worksWithoutJavaScript?: boolean
}

/** A dialog over the page: a window on wide screens, a drawer from below on narrow ones. Loaded when first opened. */
export function Dialog({ worksWithoutJavaScript = false, ...props }: LazyDialogProps) {
  const isWide = useMediaQuery(`(min-width: ${appConfig.breakpoints.dialog}px)`) || props.place === 'start'
  // Portals, which hold the window and the drawer, cannot be rendered on the server.
  const isHydrated = useHydrated()
  const [isInDocument] = useState(worksWithoutJavaScript && props.isOpen && !isHydrated)
  const isPanel = isWide && props.place === 'end'
  // A panel is replaced, because the page beside it stays usable. Other dialogs keep what was already typed.
  if (isInDocument && !(isPanel && isHydrated))
    return props.isOpen ? <DialogInPage {...props} isModal={!isPanel} /> : null
  return isHydrated ? <LoadedDialog {...props} isWide={isWide} continues={isInDocument} /> : null
}

function LoadedDialog({ isWide, ...props }: DialogProps & { isWide: boolean }) {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={props.continues && props.isOpen && <DialogInPage {...props} isModal={false} />}>
      {isWide ? <DialogWindow {...props} /> : <DialogDrawer {...props} />}
    </Suspense>
  )
}
