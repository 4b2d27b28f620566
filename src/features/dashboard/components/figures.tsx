import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../dashboard.schema.ts'

/** One row of figures, with what is new where that says something. */
export function Figures({ figures }: { figures: Dashboard['figures'] }) {
  const { t, i18n } = useTranslation('dashboard')
  const number = new Intl.NumberFormat(i18n.language)
  const { peopleNewThisWeek, repositoriesNewThisWeek } = figures
  const notes: Partial<Record<keyof typeof figures, string>> = {
    people: t('peopleNewThisWeek', { count: peopleNewThisWeek, number: number.format(peopleNewThisWeek) }),
    repositories: t('repositoriesNewThisWeek', {
      count: repositoriesNewThisWeek,
      number: number.format(repositoriesNewThisWeek),
    }),
  }
  return (
    <dl aria-label={t('figures')} className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
      {(['people', 'notOnboarded', 'banned', 'activeSessions', 'repositories'] as const).map((name) => (
        <div key={name} className="rounded-card border border-hairline bg-surface p-5 max-md:first:col-span-2">
          <dt className="text-sm text-muted">{t(name)}</dt>
          <dd className="mt-1 text-xl font-semibold tabular-nums">{number.format(figures[name])}</dd>
          {notes[name] && <dd className="text-sm text-muted">{notes[name]}</dd>}
        </div>
      ))}
    </dl>
  )
}
