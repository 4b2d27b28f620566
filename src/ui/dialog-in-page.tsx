import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Steps } from './dialog-steps.tsx'
import type { DialogProps } from './dialog-window.tsx'

interface DialogInPageProps extends DialogProps {
  /** Whether the dialog becomes modal when scripts run; it then keeps the text that was already typed. */
  isModal: boolean
}

/**
 * A dialog that is in the document from the start, so that its form works without JavaScript: a window or a side panel on wide
 * screens, at the bottom on narrow ones.
 */
export function DialogInPage({ isModal, onClose, title, description, children, ...options }: DialogInPageProps) {
  const { place = 'middle', onPrevious, onNext } = options
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (dialog.current && isModal) makeModal(dialog.current)
  }, [isModal])

  function close(event: MouseEvent | SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  return (
    <>
      <div className={`shade ${place === 'end' ? 'sm:hidden' : ''}`} />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is `onCancel` */}
      <dialog
        ref={dialog}
        open
        data-place={place}
        aria-labelledby={`${id}-title`}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onCancel={close}
        onClick={(event) => event.target === event.currentTarget && close(event)}
        className="dialog-in-page"
      >
        <h2 id={`${id}-title`} className={`text-heading font-semibold ${onPrevious || onNext ? 'sm:pe-30' : ''} pe-10`}>
          {title}
        </h2>
        {description !== undefined && (
          <p id={`${id}-description`} className="mt-1 text-muted">
            {description}
          </p>
        )}
        <div className="mt-5">{children}</div>
        <div className="dialog-buttons top-6">
          <div className="hidden sm:flex noscript:hidden">
            <Steps onPrevious={onPrevious} onNext={onNext} />
          </div>
          <a href="?" aria-label={t('close')} onClick={close} className="icon-button">
            <X aria-hidden="true" className="size-5" />
          </a>
        </div>
      </dialog>
    </>
  )
}

/** Makes an open dialog modal. Keeps the focus in the field that has it, because the user might be typing. */
function makeModal(dialog: HTMLDialogElement) {
  const focused = document.activeElement
  const first = dialog.querySelector<HTMLElement>('[autofocus]')
  const stays = focused instanceof HTMLElement && focused !== first && dialog.contains(focused)
  // Move `autofocus` to the focused field, because `showModal` focuses the first element with this attribute.
  if (stays) {
    first?.removeAttribute('autofocus')
    focused.autofocus = true
  }
  dialog.close()
  dialog.showModal()
  if (stays) focused.autofocus = false
}
