import { Inbox, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Button } from './button.tsx'

interface EmptyStateProps {
  text: string
  /** A sentence that explains the purpose of the list. */
  hint?: string | undefined
  /** The action for the next step, such as adding the first row. */
  action?: ReactNode
  /** The documentation file that the text links to. */
  docs?: string | undefined
  /** Whether the text reports a failure, which is announced at once. */
  isAlert?: boolean
}

/** Replaces the rows of an empty list: shows the reason, and an action. */
export function EmptyState({ text, hint, action, docs, isAlert = false }: EmptyStateProps) {
  const { t } = useTranslation()
  const Icon = isAlert ? TriangleAlert : Inbox
  return (
    <div role={isAlert ? 'alert' : 'status'} className="empty-state">
      <Icon aria-hidden="true" />
      <p>
        <bdi>{text}</bdi>
      </p>
      {hint && <p>{hint}</p>}
      {action}
      {docs && appConfig.docsUrl && (
        <a href={`${appConfig.docsUrl}/${docs}`} className="text-link">
          {t('list.docs')}
        </a>
      )}
    </div>
  )
}

/** Replaces rows that could not be loaded: a message, and a button to try again. */
export function LoadFailed({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      text={t('list.failed')}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>{t('retry')}</Button>
          {children}
        </div>
      }
      isAlert
    />
  )
}
