import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from 'vaul'
import type { DialogProps } from './dialog-window.tsx'
import { FrozenWhileClosing } from './modal-parts.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** The share of the drawer's height by which it must be dragged down to close. */
const CLOSE_THRESHOLD = 0.25
/** The delay before the position is reset. The drawer has then closed, unless the user has chosen to keep the typed input. */
const RESET_POSITION_AFTER_MS = 100

/**
 * The dialog on narrow screens: a drawer that can be dragged down. Keeps vaul's defaults for the duration of its animations
 * (0.5 s) and for the speed of a swipe that closes it (0.4 px/ms).
 */
export default function BottomDrawer({
  isOpen,
  onClose,
  closesOnlyByButton = false,
  title,
  description,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const returnFocus = useReturnFocus(isOpen)
  const overlay = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  function close() {
    onClose()
    setTimeout(() => {
      // Reset the position, because vaul leaves the drawer where it was dragged.
      for (const part of [overlay.current, content.current])
        if (part) Object.assign(part.style, { transform: '', opacity: '' })
    }, RESET_POSITION_AFTER_MS)
  }

  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      dismissible={!closesOnlyByButton}
      closeThreshold={CLOSE_THRESHOLD}
      repositionInputs={false}
    >
      <Drawer.Portal>
        <Drawer.Overlay ref={overlay} className="shade" />
        <Drawer.Content
          ref={content}
          onCloseAutoFocus={returnFocus}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-dialog border-t border-hairline bg-surface outline-none"
        >
          <Drawer.Handle className="mt-3" />
          <div className="overflow-y-auto px-6 pt-4 pb-[max(24px,env(safe-area-inset-bottom))]">
            <FrozenWhileClosing isOpen={isOpen}>
              <Drawer.Title className={`text-heading font-semibold ${closesOnlyByButton ? 'pe-10' : ''}`}>
                {title}
              </Drawer.Title>
              {description !== undefined && (
                <Drawer.Description className="mt-1 text-muted">{description}</Drawer.Description>
              )}
              <div className="mt-5">{children}</div>
            </FrozenWhileClosing>
          </div>
          {closesOnlyByButton && (
            <div className="dialog-buttons top-8">
              <button type="button" aria-label={t('close')} onClick={onClose} className="icon-button">
                <X aria-hidden="true" className="size-5" />
              </button>
            </div>
          )}
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
