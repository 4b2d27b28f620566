import { useNavigate, useRouter } from '@tanstack/react-router'
import type { Viewer } from '#auth/current-session.server.ts'
import type { Language } from '#i18n/languages.ts'
import { navigationLinksOf } from '#features.ui.ts'

/** Returns the links that the viewer can open, with those of the current area first. Each shortcut key occurs once. */
export function linksForViewer({ permissions }: Viewer, pathname = globalThis.location?.pathname ?? '') {
  const ofManager = permissions.includes('apps:manager') ? navigationLinksOf('manager') : []
  const ofApp = [...navigationLinksOf('app'), ...navigationLinksOf('menu')]
  const links = pathname.startsWith('/manager') ? [...ofManager, ...ofApp] : [...ofApp, ...ofManager]
  return links.filter(({ key }, index) => links.findIndex((link) => link.key === key) === index)
}

/** Returns the viewer's actions for adding rows; `createHere` adds a row of the current page's kind. */
export function useCreateActions({ permissions, permissionsInOrganization = [] }: Viewer) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const state = () => ({ openedFrom: history.location.pathname })

  const newUser = permissions.includes('user:create')
    ? () => void navigate({ to: '/manager/users/new', state: state() })
    : undefined
  const inviteUser = permissions.includes('user:create')
    ? (invitation: Language) => void navigate({ to: '/manager/users/new', search: { invitation }, state: state() })
    : undefined
  const mayAdd = {
    app: permissionsInOrganization.includes('repository:create'),
    manager: permissions.includes('repository:create'),
  }
  const newRepository =
    mayAdd.app || mayAdd.manager
      ? () => {
          const isAmongOwn = mayAdd.app && !(mayAdd.manager && history.location.pathname.startsWith('/manager'))
          const to = isAmongOwn ? '/app/repositories' : '/manager/repositories'
          void navigate({ to, search: { dialog: 'new' }, state: state() })
        }
      : undefined

  function createHere() {
    const isAmongUsers = history.location.pathname.startsWith('/manager/users')
    return isAmongUsers ? newUser?.() : newRepository?.()
  }

  return { newUser, inviteUser, newRepository, createHere: newUser || newRepository ? createHere : undefined }
}
