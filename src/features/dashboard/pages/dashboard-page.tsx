import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { figuresQuery } from '../dashboard.queries.ts'

/** What an administrator sees first: how things stand. */
export function DashboardPage() {
  const { t, i18n } = useTranslation('dashboard')
  const { data: figures } = useSuspenseQuery(figuresQuery)
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <>
      <h1 className="text-lg font-semibold">{t('title')}</h1>
      <dl aria-label={t('figures')} className="mt-6 grid gap-4 sm:grid-cols-3">
        <Figure
          name={t('people')}
          value={number.format(figures.people)}
          note={t('peopleNewThisWeek', { count: figures.peopleNewThisWeek })}
        />
        <Figure name={t('activeSessions')} value={number.format(figures.activeSessions)} />
        <Figure name={t('repositories')} value={number.format(figures.repositories)} />
      </dl>
    </>
  )
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="rounded-card border border-hairline bg-surface p-5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  )
}
