import i18next from 'i18next'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { toast, Toaster } from 'sonner'

const DURATION_MS = 4_000
/** The duration of a toast with an action, long enough to read it and to undo the change. */
const DURATION_WITH_ACTION_MS = 10_000
const MAX_VISIBLE = 3
const CORNER_OFFSET = { top: 'calc(var(--stuck-height, 0px) + var(--toast-top))' }
// Tokens let visible toasts follow a change of the theme. sonner makes a toast 356 px wide, on phones less.
const CORNER_STYLE = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--hairline)',
  '--border-radius': 'var(--radius-card)',
  fontFamily: 'inherit',
} as CSSProperties
const TOAST_STYLE = { fontSize: 'var(--text-body)', paddingInlineEnd: '44px' }
const ACTION_STYLE = { height: '32px', borderRadius: 'var(--radius-control)', fontSize: 'var(--text-small)' }
/** The classes of the close button: 24 px, and 44 px for touch. */
const CLOSE_BUTTON_CLASSES =
  'inset-y-0! start-auto! end-2.5! my-auto! size-6! transform-none! border-0! bg-transparent! hover:bg-sunken! after:absolute after:-inset-2.5 pointer-fine:after:hidden'
const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-4 text-success" />,
  error: <TriangleAlert aria-hidden="true" className="size-4 text-danger" />,
}

/** Shows a toast in the top right corner, or top left in right-to-left languages. The first toast creates the corner. */
export function addToast(
  kind: keyof typeof ICONS,
  message: string,
  action?: { label: string; onClick: () => void },
): void {
  cornerRoot ??= mountToasts()
  // Rendered again for each toast, because the language and direction could have changed.
  cornerRoot.render(<ToastContainer />)
  toast[kind](message, action && { action, duration: DURATION_WITH_ACTION_MS })
}

let cornerRoot: Root | undefined

function mountToasts(): Root {
  const corner = document.createElement('div')
  corner.id = 'toasts'
  document.body.append(corner)
  return createRoot(corner)
}

function ToastContainer() {
  const { dir } = document.documentElement
  return (
    <Toaster
      position={dir === 'rtl' ? 'top-left' : 'top-right'}
      dir={dir === 'rtl' ? 'rtl' : 'ltr'}
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      offset={CORNER_OFFSET}
      mobileOffset={CORNER_OFFSET}
      icons={ICONS}
      closeButton
      containerAriaLabel={i18next.t('notifications')}
      style={CORNER_STYLE}
      toastOptions={{
        style: TOAST_STYLE,
        actionButtonStyle: ACTION_STYLE,
        classNames: { closeButton: CLOSE_BUTTON_CLASSES },
        closeButtonAriaLabel: i18next.t('close'),
      }}
    />
  )
}
