import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { createContext, lazy, Suspense, useContext, useEffect, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FrameTool } from '#feature/frame-tool.ts'
import { ensureTexts } from '#i18n/require-texts.ts'
import { showFailure } from '#ui/toast.ts'
import { notificationsConfig } from './notifications.config.ts'
import { notificationsKey, unreadQuery } from './notifications.queries.ts'

const { countedTo } = notificationsConfig
const NotificationPanel = lazy(() => import('./components/notification-panel.tsx'))
const [APP_PAGE, MANAGER_PAGE] = ['/app/notifications', '/manager/notifications'] as const
const UnreadContext = createContext(0)

/** The bell with the number of unread notifications, which opens the panel. Without JavaScript it is a link to the page. */
export const notificationBell: FrameTool = {
  Around({ viewer, children }) {
    const { data: unread } = useQuery(unreadQuery(viewer.figures?.unread ?? 0))
    const hasNews = useHasIncreased(unread)
    const { label } = useBellTexts(unread)
    return (
      <UnreadContext value={unread}>
        {children}
        <div aria-live="polite" className="sr-only">
          {hasNews && label}
        </div>
      </UnreadContext>
    )
  },
  Button({ isWide = false }) {
    const { t, i18n } = useTranslation()
    const { label, number } = useBellTexts(useContext(UnreadContext))
    const page = useLocation({ select: ({ pathname }) => (pathname.startsWith('/manager') ? MANAGER_PAGE : APP_PAGE) })
    // Undefined until the panel is first opened, so that pages do not load it.
    const [isOpen, setIsOpen] = useState<boolean>()
    function openPanel(event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      void ensureTexts(i18n, ['notifications']).then(
        () => setIsOpen((wasOpen) => !wasOpen),
        () => showFailure(t('pages.503.title')),
      )
    }
    return (
      <>
        <Link
          to={page}
          preload={false}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen === true}
          onClick={openPanel}
          className={isWide ? 'place' : 'icon-button relative'}
        >
          <Bell aria-hidden="true" className="size-5" />
          {isWide && <span className="place-name">{t('notifications')}</span>}
          {number && <Count isWide={isWide}>{number}</Count>}
        </Link>
        <Suspense>
          {isOpen !== undefined && <NotificationPanel page={page} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
        </Suspense>
      </>
    )
  },
}

function Count({ isWide, children }: { isWide: boolean; children: string }) {
  const place = isWide ? 'ms-auto collapsed:absolute collapsed:end-0 collapsed:top-0' : 'absolute end-0 top-0'
  return (
    <span aria-hidden="true" className={`rounded-full bg-primary px-1.5 text-tiny font-medium text-on-accent ${place}`}>
      {children}
    </span>
  )
}

/** Returns the name of the bell for screen readers, and the number beside it; empty for 0. */
function useBellTexts(unread: number) {
  const { t } = useTranslation()
  if (unread === 0) return { number: '', label: t('notifications') }
  const number = unread > countedTo ? t('list.orMore', { number: countedTo }) : String(unread)
  return { number, label: t('unread', { unread: number }) }
}

/** Returns whether the last change of the number was an increase. Refetches the lists of notifications after an increase. */
function useHasIncreased(unread: number): boolean {
  const queryClient = useQueryClient()
  const [last, setLast] = useState({ unread, hasNews: false })
  if (unread !== last.unread) setLast({ unread, hasNews: unread > last.unread })
  useEffect(() => {
    if (last.hasNews) void queryClient.invalidateQueries({ queryKey: [...notificationsKey, 'list'] })
  }, [last, queryClient])
  return last.hasNews
}
