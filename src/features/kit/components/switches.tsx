import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_NAMES } from '#i18n/languages.ts'

interface SwitchesProps {
  theme: string
}

/** Shows the choice of theme and language as links, because both are parameters of the URL. */
export function Switches({ theme }: SwitchesProps) {
  const { t, i18n } = useTranslation()
  const address = (chosen: { theme?: string; lng?: string }) =>
    `?${new URLSearchParams({ theme, lng: i18n.language, ...chosen })}`
  return (
    <nav aria-label={t('menu')} className="flex flex-wrap gap-x-6 gap-y-2">
      <Choices
        chosen={theme}
        choices={appConfig.themes.map((name) => ({
          name,
          label: t(`themes.${name}`),
          href: address({ theme: name }),
        }))}
      />
      <Choices
        chosen={i18n.language}
        choices={appConfig.languages.map((name) => ({
          name,
          label: LANGUAGE_NAMES[name],
          href: address({ lng: name }),
        }))}
      />
    </nav>
  )
}

interface ChoicesProps {
  chosen: string
  choices: { name: string; label: string; href: string }[]
}

function Choices({ chosen, choices }: ChoicesProps) {
  return (
    <ul className="flex flex-wrap rounded-control border border-hairline bg-surface p-1">
      {choices.map(({ name, label, href }) => (
        <li key={name}>
          <a
            href={href}
            aria-current={name === chosen || undefined}
            className="inline-flex min-h-9 items-center rounded-[6px] px-3 text-muted hover:text-text aria-[current]:bg-accent-surface aria-[current]:font-medium aria-[current]:text-accent"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}
