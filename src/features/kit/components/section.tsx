import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type kit from '../../../../locales/en/kit.json'

export type SectionName = keyof typeof kit.sections

/** A section of the page. Tests find it by its id. */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation('kit')
  const headingId = useId()
  return (
    <section
      id={name}
      aria-labelledby={headingId}
      className="grid scroll-mt-12 grid-cols-1 gap-4 bg-page py-4 lg:scroll-mt-0"
    >
      <h2 id={headingId} className="text-heading font-semibold">
        {t(`sections.${name}`)}
      </h2>
      {children}
    </section>
  )
}

/** Shows its children side by side, as many as fit in a line. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

/** Shows fields side by side in a grid. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
}
