import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Choices, Kinds, TextFields } from '../components/fields.tsx'
import { Colors, TypeScale } from '../components/foundations.tsx'
import { Labels, Headers, Buttons, Menus, Sessions } from '../components/labels.tsx'
import { ListsWithoutRows, ListWithRows } from '../components/lists.tsx'
import { Overlays } from '../components/overlays.tsx'
import { SampleForm, type SampleFormProps } from '../components/sample-form.tsx'
import { Switches } from '../components/switches.tsx'

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
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-[1048px] grid-cols-1 gap-6 px-6 py-10">
      <header className="grid gap-4">
        <div>
          <h1 className="text-heading font-semibold">{t('title')}</h1>
          <p className="mt-1 text-muted">{t('lead')}</p>
        </div>
        <Switches theme={theme} />
      </header>
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
    </main>
  )
}
