import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DialogProps } from './dialog-window.tsx'

/**
 * A dialog that is in the document from the start, so that its form works without JavaScript: a window on wide screens, at
 * the bottom on narrow ones. When scripts run, it becomes modal and keeps the text that was already typed.
 */
export function DialogInPage({ onClose, title, description, children }: DialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (dialog.current) makeModal(dialog.current)
  }, [])

  function close(event: MouseEvent | SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  return (
    <>
      <div className="shade" />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is `onCancel` */}
      <dialog
        ref={dialog}
        open
        aria-labelledby={`${id}-title`}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onCancel={close}
        onClick={(event) => event.target === event.currentTarget && close(event)}
        className="dialog-in-page"
      >
        <h2 id={`${id}-title`} className="pe-10 text-heading font-semibold">
          {title}
        </h2>
        {description !== undefined && (
          <p id={`${id}-description`} className="mt-1 text-muted">
            {description}
          </p>
        )}
        <div className="mt-5">{children}</div>
        <a
          href="?"
          aria-label={t('close')}
          onClick={close}
          className="absolute end-3 top-3 inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
        >
          <X aria-hidden="true" className="size-5" />
        </a>
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
