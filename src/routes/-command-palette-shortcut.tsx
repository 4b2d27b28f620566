import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { requireTexts } from '#i18n/require-texts.ts'
import { APP_LINKS, MANAGER_LINKS } from '#shell/navigation.ts'
import { useSignOut } from '#shell/use-sign-out.ts'
import { showWork } from '#shell/work-under-way.ts'
import { showToast } from '#ui/toast.ts'

const Palette = lazy(() => import('#features/palette/palette.tsx'))

/** Opens the command palette on Ctrl+K or Cmd+K. Until then nothing of it is loaded. */
export function CommandPaletteShortcut({ viewer }: { viewer: Viewer }) {
  const { t, i18n } = useTranslation()
  const { history } = useRouter()
  const navigate = useNavigate()
  const { signOut } = useSignOut()
  const [isOpen, setIsOpen] = useState(false)
  const canManage = viewer.permissions.includes('apps:manager')

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void showWork(requireTexts(i18n, ['palette'])).then(
        () => setIsOpen((wasOpen) => !wasOpen),
        () => showToast(i18n.t('common:pages.503.title')),
      )
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [i18n])

  if (!isOpen) return null
  const links = [...APP_LINKS, ...(canManage ? MANAGER_LINKS : [])]
  const area = (to: string) => (to.startsWith('/manager') ? t('nav.manager') : t('nav.app'))
  return (
    <Suspense>
      <Palette
        onClose={() => setIsOpen(false)}
        pages={links.map(({ to, label }) => ({
          id: to.replaceAll('/', '-'),
          label: t(`nav.${label}`),
          detail: area(to),
          onChoose: () => void navigate({ to }),
        }))}
        actions={[
          ...(viewer.permissions.includes('repository:create')
            ? [
                {
                  id: 'new-repository',
                  label: i18n.t('palette:newRepository'),
                  onChoose: () =>
                    void navigate({
                      to: '/manager/repositories',
                      search: { dialog: 'new' },
                      state: { openedFrom: history.location.pathname },
                    }),
                },
              ]
            : []),
          { id: 'sign-out', label: t('signOut'), onChoose: () => void signOut() },
        ]}
        onOpenRepository={(id) =>
          void navigate({ to: canManage ? '/manager/repositories/$id' : '/app/repositories/$id', params: { id } })
        }
        onOpenPerson={(id) => void navigate({ href: `/manager/users/${id}` })}
      />
    </Suspense>
  )
}
