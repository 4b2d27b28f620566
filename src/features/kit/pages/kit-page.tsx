import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Buttons } from '../components/buttons.tsx'
import { Choices } from '../components/choices.tsx'
import { Colors } from '../components/colors.tsx'
import { Headers } from '../components/headers.tsx'
import { Kinds } from '../components/kinds.tsx'
import { Labels } from '../components/labels.tsx'
import { ListsWithoutRows, ListWithRows } from '../components/lists.tsx'
import { Menus } from '../components/menus.tsx'
import { Overlays } from '../components/overlays.tsx'
import { SampleForm, type SampleFormProps } from '../components/sample-form.tsx'
import { Sessions } from '../components/sessions.tsx'
import { Switches } from '../components/switches.tsx'
import { TextFields } from '../components/text-fields.tsx'
import { TypeScale } from '../components/type-scale.tsx'

interface KitPageProps extends SampleFormProps {
  theme: string
  /** In milliseconds, the same on both sides, so that both render the same times. */
  now: number
  /** What a form without JavaScript has done. */
  result: ReactNode
}

/** The page with every part of the interface in all its states. */
export function KitPage({ theme, now, result, ...sample }: KitPageProps) {
  const { t } = useTranslation('kit')
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-[1048px] grid-cols-1 gap-6 px-6 py-10">
      <header className="grid gap-4">
        <div>
          <h1 className="text-title font-semibold">{t('title')}</h1>
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
