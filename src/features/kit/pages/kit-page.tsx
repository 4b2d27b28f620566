import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_CHOICES } from '#i18n/languages.ts'
import { PageIndex } from '#ui/page-index.tsx'
import { Choices, Kinds, TextFields } from '../components/fields.tsx'
import { Colors, TypeScale } from '../components/foundations.tsx'
import { ListsWithoutRows, ListWithRows } from '../components/lists.tsx'
import { Overlays } from '../components/overlays.tsx'
import { Labels, Headers, Buttons, Menus, Sessions } from '../components/parts.tsx'
import { SampleForm, type SampleFormProps } from '../components/sample-form.tsx'

interface KitPageProps extends SampleFormProps {
  theme: string
  /** The current time in milliseconds, the same on server and client, so that both render the same times. */
  now: number
  /** The result of a form without JavaScript. */
  result: ReactNode
}

/** The page with every part of the interface in all its states. */
export function KitPage({ theme, now, result, ...sample }: KitPageProps) {
  const { t } = useTranslation('kit')
  const sections = Object.entries(t('sections', { returnObjects: true })).map(([id, name]) => ({ id, name }))
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-[1048px] grid-cols-1 gap-6 px-6 py-10 lg:max-w-[1280px]"
    >
      <header className="grid gap-4">
        <div>
          <h1 className="text-title font-semibold">{t('title')}</h1>
          <p className="mt-1 text-muted">{t('lead')}</p>
        </div>
        <Switches theme={theme} />
      </header>
      <PageIndex label={t('index')} groups={[{ sections }]}>
        {result}
        <Colors />
        <TypeScale />
        <Buttons />
        <TextFields />
        <Choices />
        <Labels now={now} />
        <Headers />
        <ListWithRows now={now} />
        <ListsWithoutRows />
        <Sessions now={now} />
        <Menus />
        <Overlays />
        <Kinds />
        <SampleForm {...sample} />
      </PageIndex>
    </main>
  )
}

/** Shows the choice of theme and language as links, because both are parameters of the URL. */
function Switches({ theme }: { theme: string }) {
  const { t, i18n } = useTranslation()
  const present = { theme, lng: i18n.language }
  const switches = [
    appConfig.themes.map((name) => ({ label: t(`themes.${name}`), chosen: { ...present, theme: name } })),
    LANGUAGE_CHOICES.map(({ value, label }) => ({ label, chosen: { ...present, lng: value } })),
  ]
  return (
    <nav aria-label={t('menu')} className="flex flex-wrap gap-x-6 gap-y-2">
      {switches.map((links) => (
        <ul key={links[0]?.label} className="flex flex-wrap rounded-control border border-hairline bg-surface p-1">
          {links.map(({ label, chosen }) => (
            <li key={label}>
              <a
                href={`?${new URLSearchParams(chosen)}`}
                aria-current={(chosen.theme === theme && chosen.lng === i18n.language) || undefined}
                className="inline-flex min-h-9 items-center rounded-[6px] px-3 text-muted hover:text-text aria-[current]:bg-accent-surface aria-[current]:font-medium aria-[current]:text-accent"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
