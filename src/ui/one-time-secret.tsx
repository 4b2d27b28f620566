import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useCopy } from './copy-button.tsx'

/** The state of a text that is shown only once, shared by a dialog and its content. */
export type OneTimeSecretState = ReturnType<typeof useOneTimeSecret>

/**
 * Protects a text that is shown only once from being lost: until it is copied, users must confirm the loss before they leave.
 * @param isShown whether the text is shown and can be copied
 * @param onDone called when the text is no longer needed
 */
export function useOneTimeSecret(isShown: boolean, onDone: () => void) {
  const { t } = useTranslation()
  const [isCopied, setIsKept] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  /** Whether the dialog's own button is closing it. The blocker would learn this only in the next render. */
  const isLeaving = useRef(false)
  const closesOnlyByButton = isShown && !isCopied

  const [wasShown, setWasShown] = useState(isShown)
  if (wasShown !== isShown) {
    setWasShown(isShown)
    setIsKept(false)
    setIsAsking(false)
  }
  useEffect(() => {
    if (isShown) isLeaving.current = false
  }, [isShown])

  useBlocker({
    // oxlint-disable-next-line no-alert -- a native dialog, like the one the browser shows when the tab is closed
    shouldBlockFn: () => closesOnlyByButton && !isLeaving.current && !window.confirm(t('secret.question')),
    enableBeforeUnload: closesOnlyByButton,
  })

  function done() {
    isLeaving.current = true
    onDone()
  }

  return {
    /** Whether only the buttons of `OneTimeSecret` close the dialog that shows the text. */
    closesOnlyByButton,
    isCopied,
    isAsking,
    keep: () => setIsKept(true),
    /** Closes the dialog, or requires confirmation first if the text is not copied. */
    close: () => (closesOnlyByButton ? setIsAsking(true) : done()),
    done,
  }
}

interface OneTimeSecretProps {
  secret: OneTimeSecretState
  /** The text that is copied. */
  text: string
  /** The name of the copy button: 'Copy the key'. */
  label: string
  /** The content that shows the text. */
  children: ReactNode
}

/** A text that is shown only once, with a copy button. After copying, the button becomes 'Done'. */
export function OneTimeSecret({
  secret: { isCopied, isAsking, keep, done },
  text,
  label,
  children,
}: OneTimeSecretProps) {
  const { t } = useTranslation()
  const copy = useCopy(text, keep)

  return (
    <div className="grid gap-5">
      {/* Copying the text by hand counts like the copy button. */}
      <div onCopy={keep}>{children}</div>
      {isAsking && !isCopied && (
        <div role="alert">
          <p className="font-medium">{t('secret.question')}</p>
          <p className="text-muted">{t('secret.loss')}</p>
        </div>
      )}
      <div className="grid gap-3 print:hidden">
        <Button variant="primary" onClick={isCopied ? done : copy}>
          {isCopied ? t('secret.done') : label}
        </Button>
        {isAsking && !isCopied && (
          <Button variant="danger" onClick={done}>
            {t('secret.closeAnyway')}
          </Button>
        )}
      </div>
      <span role="status" className="sr-only">
        {isCopied && t('copied')}
      </span>
    </div>
  )
}

/**
 * A box with a text for programs, which one click selects.
 * @public features that an app can remove use it
 */
export function SecretBox({ children }: { children: string }) {
  return (
    <code dir="ltr" className="block rounded-control bg-sunken p-4 font-mono break-all select-all">
      {children}
    </code>
  )
}
