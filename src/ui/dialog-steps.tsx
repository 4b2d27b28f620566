import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export interface StepsProps {
  /** Shows the row before or after the shown one; absent at the end of the list. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** The buttons that show the row before or after the shown one; nothing if there is no other row. */
export function Steps({ onPrevious, onNext }: StepsProps) {
  const { t } = useTranslation()
  if (!onPrevious && !onNext) return null
  return (
    <>
      <button
        type="button"
        aria-label={t('list.previous')}
        aria-keyshortcuts="K"
        aria-disabled={!onPrevious}
        onClick={onPrevious}
        className="icon-button"
      >
        <ChevronUp aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label={t('list.next')}
        aria-keyshortcuts="J"
        aria-disabled={!onNext}
        onClick={onNext}
        className="icon-button"
      >
        <ChevronDown aria-hidden="true" className="size-5" />
      </button>
    </>
  )
}
