import { useNavigate, useRouter } from '@tanstack/react-router'
import type { Viewer } from '#auth/current-session.server.ts'
import type { Language } from '#i18n/languages.ts'
import { linksOf } from '#features.ui.ts'

/** The links that the viewer can go to, each key once: those of the area where they are come first. */
export function linksFor({ permissions }: Viewer, pathname = globalThis.location?.pathname ?? '') {
  const ofManager = permissions.includes('apps:manager') ? linksOf('manager') : []
  const ofApp = [...linksOf('app'), ...linksOf('menu')]
  const links = pathname.startsWith('/manager') ? [...ofManager, ...ofApp] : [...ofApp, ...ofManager]
  return links.filter(({ key }, index) => links.findIndex((link) => link.key === key) === index)
}

/** The ways to add something that the viewer has, and the one that the page they are on is about. */
export function useCreations({ permissions, permissionsInOrganization = [] }: Viewer) {
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
    const isAmongPeople = history.location.pathname.startsWith('/manager/users')
    return isAmongPeople ? newUser?.() : newRepository?.()
  }

  return { newUser, inviteUser, newRepository, createHere: newUser || newRepository ? createHere : undefined }
}
