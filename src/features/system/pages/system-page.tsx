import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isolateDirection, numberIn, perLanguage } from '#lib/intl.ts'
import { Badge } from '#ui/badge.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { Limits } from '../components/limits.tsx'
import { Queue } from '../components/queue.tsx'
import { Section } from '#ui/section.tsx'
import { systemQuery } from '../system.queries.ts'
import type { ServerProcess, SystemState, DatabaseState, Replica } from '../system.schema.ts'

/** The page about the state of the system, for administrators. The state is fetched again every few seconds. */
export function SystemPage() {
  const { t } = useTranslation('system')
  const { data, isRefetchError } = useSuspenseQuery(systemQuery)
  return (
    <>
      <PageHeader title={t('title')} />
      {isRefetchError && (
        <p role="alert" className="mb-6 rounded-card border border-danger bg-danger-surface p-4 text-danger">
          {t('notRefreshed')}
        </p>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <ProcessesSection build={data.build} processes={data.processes} />
          <Limits limits={data.limits} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Queue queue={data.queue} deadJobs={data.deadJobs} />
          <DatabaseSection database={data.database} />
        </div>
      </div>
    </>
  )
}

function ProcessesSection({ build, processes }: Pick<SystemState, 'build' | 'processes'>) {
  const { t } = useTranslation('system')
  return (
    <Section
      title={t('processes.title')}
      text={t('processes.answeredBy', { build: isolateDirection(nameOfBuild(build)) })}
    >
      {processes.length === 0 ? (
        <p className="text-muted">{t('processes.none')}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {processes.map((one) => (
            <Process key={one.id} process={one} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Process({ process }: { process: ServerProcess }) {
  const { t } = useTranslation('system')
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi className="break-all">{`${process.host} · ${process.pid}`}</bdi>
        <Badge tone={process.isUp ? 'success' : 'danger'}>
          {process.isUp ? t('processes.up') : t('processes.silent')}
        </Badge>
      </p>
      <p className="flex flex-wrap gap-x-3 text-small text-muted">
        <bdi>{nameOfBuild(process)}</bdi>
        {process.startedAt !== null && (
          <span>
            {t('processes.started')} <RelativeTime isInSentence at={process.startedAt} />
          </span>
        )}
        {!process.isUp && (
          <span>
            {t('processes.seen')} <RelativeTime isInSentence at={process.seenAt} />
          </span>
        )}
      </p>
    </li>
  )
}

function nameOfBuild({ version, commit }: SystemState['build']): string {
  return commit === null ? version : `${version} (${commit})`
}

const MEGABYTE = 1_048_576
// Readers of Arabic know the name of the unit, but not Intl's abbreviation of it.
const megabytesIn = perLanguage((locale) => {
  const unitDisplay = locale.startsWith('ar') ? 'long' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', unitDisplay, maximumFractionDigits: 0 })
})

function DatabaseSection({ database }: { database: DatabaseState }) {
  const { t, i18n } = useTranslation('system')
  const number = numberIn(i18n.language)
  const { version, bytes, connections, maxConnections, migrations, replicas } = database
  return (
    <Section title={t('database.title')}>
      <dl className="grid gap-5 sm:grid-cols-2">
        {version !== null && (
          <DescriptionEntry name={t('database.version')}>
            <bdi>{version}</bdi>
          </DescriptionEntry>
        )}
        <DescriptionEntry name={t('database.size')}>
          {megabytesIn(i18n.language).format(bytes / MEGABYTE)}
        </DescriptionEntry>
        <DescriptionEntry name={t('database.connections')}>
          {t('database.ofMost', { count: number.format(connections), most: number.format(maxConnections) })}
        </DescriptionEntry>
        <DescriptionEntry name={t('database.migrations')}>
          {number.format(migrations.count)}
          {migrations.latest !== null && (
            <span className="block text-small break-all text-muted">
              <bdi>{migrations.latest}</bdi>
            </span>
          )}
        </DescriptionEntry>
        <DescriptionEntry name={t('database.replicas')}>
          {replicas.length === 0 ? t('database.noReplicas') : <ReplicasSection replicas={replicas} />}
        </DescriptionEntry>
      </dl>
    </Section>
  )
}

function ReplicasSection({ replicas }: { replicas: Replica[] }) {
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
