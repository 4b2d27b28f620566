import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, MailPlus, ShieldAlert, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useChangeWithToast } from '#ui/use-change.ts'
import { useFailureToast } from '#ui/use-error-text.ts'
import { notificationsConfig } from '../notifications.config.ts'
import { markRead } from '../notifications.functions.ts'
import { notificationsKey, notificationsQuery } from '../notifications.queries.ts'
import type { NotificationRow } from '../notifications.server.ts'

const ICONS = { invitation: MailPlus, done: CircleCheck, problem: TriangleAlert, security: ShieldAlert }

interface NotificationListProps {
  /** The cursor after which the list begins; empty for the newest notifications. */
  after?: string
  /** Called when a notification is followed. */
  onFollow?: (() => void) | undefined
}

/** The notifications, newest first. Following one marks it as read. */
export function NotificationList({ after = '', onFollow }: NotificationListProps) {
  const { t } = useTranslation('notifications')
  const query = useInfiniteQuery(notificationsQuery(after))
  return (
    <DataList
      label={t('title')}
      query={query}
      columns={useColumns(onFollow)}
      keyOf={({ id }) => id}
      search={{ searchTerm: '', after }}
      emptyHint={t('emptyHint', { days: notificationsConfig.keptDays })}
    />
  )
}

function useColumns(onFollow: NotificationListProps['onFollow']): Column<NotificationRow>[] {
  const { t } = useTranslation('notifications')
  return [
    { name: 'event', header: t('event'), cell: (row) => <Notification row={row} onFollow={onFollow} /> },
    timeColumn({ name: 'when', header: t('when'), at: ({ createdAt }) => createdAt }),
  ]
}

function Notification({ row, onFollow }: { row: NotificationRow } & Pick<NotificationListProps, 'onFollow'>) {
  const { t } = useTranslation('notifications')
  const sendRead = useMarkRead()
  const { id, icon, path, isUnread } = row
  const Icon = ICONS[icon]
  function follow() {
    if (isUnread) void sendRead(id)
    onFollow?.()
  }
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      {/* The path is from the database, so the router's types do not know it. */}
      <Link
        to={path as '/app'}
        onClick={follow}
        className={`row-link min-w-0 flex-1 ${isUnread ? 'font-semibold' : ''}`}
      >
        {useSentence(row)}
      </Link>
      {isUnread && <Badge tone="accent">{t('new')}</Badge>}
    </div>
  )
}

function useSentence({ kind, values }: NotificationRow): string {
  const { t } = useTranslation('notifications')
  const { device: { browser = '', system = '' } = {}, target, ...numbers } = values
  const device = browser && system ? t('device', { browser, system }) : browser || system || t('unknownDevice')
  return t(`kinds.${kind}`, { ...numbers, device, target, job: target ?? t('job') })
}

/** The button that marks all notifications as read; nothing if no shown notification is unread. */
export function MarkAllRead({ after = '' }: Pick<NotificationListProps, 'after'>) {
  const { t } = useTranslation('notifications')
  const sendRead = useMarkRead()
  const { data } = useInfiniteQuery(notificationsQuery(after))
  if (!data?.pages.some(({ rows }) => rows.some(({ isUnread }) => isUnread))) return null
  return (
    <form method="post" onSubmit={(event) => void (event.preventDefault(), sendRead())}>
      <HiddenFields values={{ intent: 'read-notifications' }} />
      <Button type="submit">{t('markAllRead')}</Button>
    </form>
  )
}

/** Returns a function that marks one notification as read, or all without an id. */
function useMarkRead() {
  const { invalidate } = useChangeWithToast(notificationsKey)
  const orShowFailure = useFailureToast()
  return (id?: string) => orShowFailure(() => markRead({ data: { id } }).then(invalidate))
}
