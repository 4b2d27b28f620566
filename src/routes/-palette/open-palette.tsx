import { useNavigate } from '@tanstack/react-router'
import {
  BookMarked,
  CircleUser,
  Keyboard,
  Languages,
  LogOut,
  MailPlus,
  MousePointerClick,
  Plus,
  SunMoon,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/current-session.server.ts'
import Palette, { type PaletteEntry } from '#features/palette/palette.tsx'
import { isLanguage, LANGUAGE_NAMES } from '#i18n/languages.ts'
import { navigationLinksOf } from '#features.ui.ts'
import { findVisibleActions } from './actions-in-sight.ts'
import { recentItemsOwner, readRecentItems } from './recent-items.ts'
import { useChosenTheme } from '#shell/theme.tsx'
import { useChangeLanguage } from '#shell/use-change-language.ts'
import { useSignOut } from '#shell/use-sign-out.ts'
import { useCreateActions } from './palette-entries.ts'

interface OpenPaletteProps {
  viewer: Viewer
  onClose: () => void
  onHelp: () => void
}

/** The command palette, with all pages and actions that the viewer can open. */
export default function OpenPalette({ viewer, onClose, onHelp }: OpenPaletteProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const actions = useActions(viewer, onHelp)
  const [recent] = useState(() => readRecentItems(recentItemsOwner(viewer)))
  const here = useVisibleActions(actions)
  const canManage = viewer.permissions.includes('apps:manager')
  const links = [...navigationLinksOf('app'), ...(canManage ? navigationLinksOf('manager') : [])]

  const openRepository = (id: string) =>
    void navigate({ to: canManage ? '/manager/repositories/$id' : '/app/repositories/$id', params: { id } })
  const openUser = (id: string) => void navigate({ to: '/manager/users/$id', params: { id } })

  return (
    <Palette
      onClose={onClose}
      here={here}
      recent={recent.map(({ kind, id, name }) => ({
        id: `recent-${id}`,
        label: name,
        icon: kind === 'person' ? CircleUser : BookMarked,
        onChoose: () => (kind === 'person' ? openUser(id) : openRepository(id)),
      }))}
      pages={links.map(({ to, label, icon }) => ({
        id: to.replaceAll('/', '-'),
        label: t(`nav.${label}`),
        detail: to.startsWith('/manager') ? t('nav.manager') : t('nav.app'),
        icon,
        onChoose: () => void navigate({ to }),
      }))}
      actions={actions}
      onOpenRepository={openRepository}
      onOpenUser={openUser}
    />
  )
}

/** Returns the actions on the selected rows or on the page, except for those that the palette has already. */
function useVisibleActions(known: PaletteEntry[]) {
  const [{ chosen, buttons }] = useState(findVisibleActions)
  const entries = buttons
    .filter(({ label }) => known.every((entry) => entry.label !== label))
    .map(({ label, button, opener }, position) => ({
      id: `here-${position}`,
      label,
      icon: MousePointerClick,
      onChoose: () => {
        // Set the focus first, because the dialog that opens returns the focus to the focused element.
        opener.focus()
        button.click()
      },
    }))
  return { chosen, entries }
}

function useActions(viewer: Viewer, onHelp: () => void): PaletteEntry[] {
  const { t, i18n } = useTranslation(['common', 'palette'])
  const { newUser, inviteUser, newRepository } = useCreateActions(viewer)
  const { theme, chooseTheme } = useChosenTheme()
  const changeLanguage = useChangeLanguage()
  const { signOut } = useSignOut()
  const creations = [
    { id: 'new-repository', label: t('palette:newRepository'), icon: Plus, onChoose: newRepository },
    { id: 'new-user', label: t('palette:newUser'), icon: UserPlus, onChoose: newUser },
    {
      id: 'invite-user',
      label: t('palette:inviteUser'),
      icon: MailPlus,
      onChoose: inviteUser && (() => isLanguage(i18n.language) && inviteUser(i18n.language)),
    },
  ]
  return [
    ...creations.flatMap(({ onChoose, ...creation }) => (onChoose ? [{ ...creation, onChoose }] : [])),
    ...appConfig.themes
      .filter((name) => name !== theme)
      .map((name) => ({
        id: `theme-${name}`,
        label: t('palette:themeIs', { name: t(`themes.${name}`) }),
        icon: SunMoon,
        onChoose: () => chooseTheme(name),
      })),
    ...appConfig.languages
      .filter((language) => language !== i18n.language)
      .map((language) => ({
        id: `language-${language}`,
        label: t('palette:languageIs', { name: LANGUAGE_NAMES[language] }),
        icon: Languages,
        onChoose: () => void changeLanguage(language),
      })),
    { id: 'shortcuts', label: t('palette:shortcuts'), icon: Keyboard, onChoose: onHelp },
    { id: 'sign-out', label: t('signOut'), icon: LogOut, onChoose: () => void signOut() },
  ]
}
