import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { showToast } from './toast.ts'

/** A text that is shown this once, as its dialog and what it holds know it. */
export type OneTimeSecretState = ReturnType<typeof useOneTimeSecret>

/**
 * Keeps a text that is shown this once from being lost: until it was copied, nothing takes it away but who confirms its loss.
 * @param isShown the text is there to be copied
 * @param onDone is told when it is not needed any more
 */
export function useOneTimeSecret(isShown: boolean, onDone: () => void) {
  const { t } = useTranslation()
  const [isKept, setIsKept] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  /** By a button of its own, which the blocker has not heard of yet. */
  const isLeaving = useRef(false)
  const isHeld = isShown && !isKept

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
    // oxlint-disable-next-line no-alert -- the browser's own question: it also stands when the tab is being closed
    shouldBlockFn: () => isHeld && !isLeaving.current && !window.confirm(t('secret.question')),
    enableBeforeUnload: isHeld,
  })

  function done() {
    isLeaving.current = true
    onDone()
  }

  return {
    /** Nothing but a button of its own closes what shows it. */
    isHeld,
    isKept,
    isAsking,
    keep: () => setIsKept(true),
    /** Closes it, or asks first. */
    close: () => (isHeld ? setIsAsking(true) : done()),
    done,
  }
}

interface OneTimeSecretProps {
  secret: OneTimeSecretState
  /** What is copied. */
  text: string
  /** The name of the button that copies it: 'Copy the key'. */
  label: string
  /** Shows it. */
  children: ReactNode
}

/** A text that is shown this once with the button that copies it, which then says 'Done'. */
export function OneTimeSecret({ secret: { isKept, isAsking, keep, done }, text, label, children }: OneTimeSecretProps) {
  const { t } = useTranslation()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      keep()
    } catch {
      // No right to it, or no clipboard, as on a page without https.
      void showToast(t('copyFailed'))
    }
  }

  return (
    <div className="grid gap-5">
      {/* By hand, too. */}
      <div onCopy={keep}>{children}</div>
      {isAsking && !isKept && (
        <div role="alert">
          <p className="font-medium">{t('secret.question')}</p>
          <p className="text-muted">{t('secret.loss')}</p>
        </div>
      )}
      <div className="grid gap-3 print:hidden">
        <Button variant="primary" onClick={isKept ? done : () => void copy()}>
          {isKept ? t('secret.done') : label}
        </Button>
        {isAsking && !isKept && (
          <Button variant="danger" onClick={done}>
            {t('secret.closeAnyway')}
          </Button>
        )}
      </div>
      <span role="status" className="sr-only">
        {isKept && t('copied')}
      </span>
    </div>
  )
}

/** A text for a program, as it stands in a box. */
export function SecretBox({ children }: { children: ReactNode }) {
  return (
    <div dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken py-2 ps-3 pe-1">
      {children}
    </div>
  )
}
