import { Outlet } from '@tanstack/react-router'
import { Menu, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { ManagerSidebar } from './manager-sidebar.tsx'
import { isSidebarCollapsed, rememberSidebar } from './sidebar-state.ts'

const CONTROL =
  'inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text'

/** The frame of the administration: a sidebar that can be narrowed on wide screens, a sheet on phones. */
export function ManagerLayout({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  const [isCollapsed, setIsCollapsed] = useState(isSidebarCollapsed)
  const Toggle = isCollapsed ? PanelLeftOpen : PanelLeftClose

  function toggle() {
    rememberSidebar(!isCollapsed)
    setIsCollapsed(!isCollapsed)
  }

  return (
    <div
      className={`flex-1 md:grid ${isCollapsed ? 'md:grid-cols-[64px_minmax(0,1fr)]' : 'md:grid-cols-[240px_minmax(0,1fr)]'}`}
    >
      <div className="hidden border-e border-hairline bg-surface md:block">
        <div className="sticky top-0 h-[calc(100dvh-var(--banner-height,0px))]">
          <ManagerSidebar
            viewer={viewer}
            isCollapsed={isCollapsed}
            control={
              <button
                type="button"
                aria-label={isCollapsed ? t('expandSidebar') : t('collapseSidebar')}
                className={CONTROL}
                onClick={toggle}
              >
                <Toggle aria-hidden="true" className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />
              </button>
            }
          />
        </div>
      </div>
      <PhoneBar viewer={viewer} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
        <Outlet />
      </main>
    </div>
  )
}

/** On phones: a bar with the product's name, and the sidebar in a sheet. */
function PhoneBar({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLDialogElement>(null)
  const close = () => sheet.current?.close()

  // The dialog's own box is filled by its content: a click on the dialog itself is one beside it.
  function closeBeside(event: MouseEvent) {
    if (event.target === sheet.current) close()
  }

  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-hairline bg-surface px-2 md:hidden">
      <button type="button" aria-label={t('menu')} className={CONTROL} onClick={() => sheet.current?.showModal()}>
        <Menu aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </button>
      <span className="flex items-center gap-2.5 font-semibold">
        <Mark className="size-7" />
        <span className="text-md">{appConfig.name}</span>
      </span>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- by keyboard it closes with Escape */}
      <dialog ref={sheet} aria-label={t('menu')} onClick={closeBeside} className="sheet">
        <ManagerSidebar
          viewer={viewer}
          onLeave={close}
          control={
            <button type="button" aria-label={t('close')} className={CONTROL} onClick={close}>
              <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </button>
          }
        />
      </dialog>
    </header>
  )
}
