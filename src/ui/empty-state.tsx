import { Inbox, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  text: string
  /** The one thing to do about it. */
  action?: ReactNode
  /** It is a failure: announced at once. */
  isAlert?: boolean
}

/** Stands in place of rows: why there are none, and what to do. */
export function EmptyState({ text, action, isAlert = false }: EmptyStateProps) {
  const Icon = isAlert ? TriangleAlert : Inbox
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      className="flex flex-col items-center gap-4 rounded-card border border-hairline bg-surface px-6 py-12 text-center"
    >
      <Icon aria-hidden="true" className={`size-8 stroke-[1.5] ${isAlert ? 'text-danger' : 'text-muted'}`} />
      <p className="max-w-[65ch]">
        <bdi>{text}</bdi>
      </p>
      {action}
    </div>
  )
}
