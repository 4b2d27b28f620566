import { useTranslation } from 'react-i18next'
import { isolated } from '#lib/intl.ts'
import { Badge } from '#ui/badge.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { ServerProcess, SystemState } from '../system.schema.ts'
import { Section } from './section.tsx'

/** The server processes, each with its build and start time. */
export function Processes({ build, processes }: Pick<SystemState, 'build' | 'processes'>) {
  const { t } = useTranslation('system')
  return (
    <Section title={t('processes.title')} text={t('processes.answeredBy', { build: isolated(nameOfBuild(build)) })}>
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
