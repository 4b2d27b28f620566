import { createRoot, type Root } from 'react-dom/client'
import { toast, Toaster } from 'sonner'

const DURATION_MS = 4_000
const MOST_VISIBLE = 3

/** Shows a toast, top right, in the order they come; the corner for them is made with the first. */
export function announce(message: string, action?: { label: string; onClick: () => void }): void {
  root ??= openCorner()
  // Anew with each toast: theme and direction may have changed since the last.
  root.render(<Corner />)
  toast(message, action && { action })
}

let root: Root | undefined

function openCorner(): Root {
  const corner = document.createElement('div')
  corner.id = 'toasts'
  document.body.append(corner)
  return createRoot(corner)
}

function Corner() {
  const { classList, dir } = document.documentElement
  return (
    <Toaster
      position="top-right"
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      theme={classList.contains('dark') ? 'dark' : 'light'}
      dir={dir === 'rtl' ? 'rtl' : 'ltr'}
      toastOptions={{ style: { width: '356px' } }}
    />
  )
}
