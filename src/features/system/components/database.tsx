import { useTranslation } from 'react-i18next'
import { numberIn, perLanguage } from '#lib/intl.ts'
import { Entry } from '#ui/section.tsx'
import type { DatabaseState, Replica } from '../system.schema.ts'
import { Section } from './section.tsx'

const MEGABYTE = 1_048_576
const megabytesIn = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }),
)

/** The database: version, size, connections, schema and standbys, if any. */
export function Database({ database }: { database: DatabaseState }) {
  const { t, i18n } = useTranslation('system')
  const number = numberIn(i18n.language)
  const { version, bytes, connections, maxConnections, migrations, replicas } = database
  return (
    <Section title={t('database.title')}>
      <dl className="grid gap-5 sm:grid-cols-2">
        {version !== null && (
          <Entry name={t('database.version')}>
            <bdi>{version}</bdi>
          </Entry>
        )}
        <Entry name={t('database.size')}>{megabytesIn(i18n.language).format(bytes / MEGABYTE)}</Entry>
        <Entry name={t('database.connections')}>
          {t('database.ofMost', { count: number.format(connections), most: number.format(maxConnections) })}
        </Entry>
        <Entry name={t('database.migrations')}>
          {number.format(migrations.count)}
          {migrations.latest !== null && (
            <span className="block text-small break-all text-muted">
              <bdi>{migrations.latest}</bdi>
            </span>
          )}
        </Entry>
        <Entry name={t('database.replicas')}>
          {replicas.length === 0 ? t('database.noReplicas') : <Replicas replicas={replicas} />}
        </Entry>
      </dl>
    </Section>
  )
}

function Replicas({ replicas }: { replicas: Replica[] }) {
  const { t } = useTranslation('system')
  return (
    <ul className="grid gap-1">
      {replicas.map(({ pid, name, state, lagSeconds }) => (
        <li key={pid} className="flex flex-wrap gap-x-3">
          <bdi>{[name, state].filter(Boolean).join(' · ')}</bdi>
          {lagSeconds !== null && <span>{t('database.lag', { count: Math.round(lagSeconds) })}</span>}
        </li>
      ))}
    </ul>
  )
}
