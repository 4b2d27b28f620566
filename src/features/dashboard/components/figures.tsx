import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import type { Dashboard } from '../dashboard.schema.ts'

/** One row of figures, with what is new where that says something. */
export function Figures({ figures }: { figures: Dashboard['figures'] }) {
  const { t, i18n } = useTranslation('dashboard')
  const number = numberIn(i18n.language)
  const shown = [
    {
      label: t('people'),
      count: figures.people,
      note: t('peopleNewThisWeek', { count: figures.peopleNewThisWeek }),
    },
    { label: t('notOnboarded'), count: figures.notOnboarded },
    { label: t('banned'), count: figures.banned },
    { label: t('activeSessions'), count: figures.activeSessions },
    {
      label: t('repositories'),
      count: figures.repositories,
      note: t('repositoriesNewThisWeek', { count: figures.repositoriesNewThisWeek }),
    },
  ]
  return (
    <dl aria-label={t('figures')} className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
      {shown.map(({ label, count, note }) => (
        <div key={label} className="rounded-card border border-hairline bg-surface p-5 max-md:first:col-span-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 text-xl font-semibold tabular-nums">{number.format(count)}</dd>
          {note && <dd className="text-sm text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
