import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from './toast.ts'

/** The milliseconds for which the button confirms that it has copied. */
const COPIED_MS = 2_000

/** Returns a function that copies a text to the clipboard, or shows a message if the browser forbids it. */
export function useCopy(text: string, onCopied: () => void): () => void {
  const { t } = useTranslation()
  // The promise is rejected without permission, or without a clipboard, as on a page without HTTPS.
  const write = async () => navigator.clipboard.writeText(text)
  return () => void write().then(onCopied, () => showFailure(t('copyFailed')))
}

interface CopyButtonProps {
  text: string
  /** The accessible name: 'Copy email'. */
  label: string
  onCopied?: () => void
}

/** A button that copies a text to the clipboard and confirms it, or shows a message if the browser forbids it. */
export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = useCopy(text, () => {
    setIsCopied(true)
    onCopied?.()
  })
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={copy}
        className="-my-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text md:pointer-fine:-my-1 md:pointer-fine:size-7 print:hidden"
      >
        <Icon aria-hidden="true" className={`size-4 ${isCopied ? 'text-success' : ''}`} />
      </button>
      <span role="status" className="sr-only">
        {isCopied && t('copied')}
      </span>
    </>
  )
}
