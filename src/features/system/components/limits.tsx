import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/confirm.tsx'
import { ExactTime } from '#ui/exact-time.tsx'
import type { SpentLimit } from '../system.schema.ts'
import { useSystemActions } from '../system.mutations.ts'
import { AddressLimits } from './address-limits.tsx'
import { Section } from './section.tsx'

/** The exhausted rate limits, and a field that finds the limits of one email address. */
export function Limits({ limits }: { limits: SpentLimit[] }) {
  const { t } = useTranslation('system')
  return (
    <Section title={t('limits.title')} text={t('limits.text')}>
      {limits.length === 0 ? (
        <p className="text-muted">{t('limits.none')}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {limits.map((limit) => (
            <Limit key={limit.id} spent={limit} />
          ))}
        </ul>
      )}
      <AddressLimits />
    </Section>
  )
}

function Limit({ spent }: { spent: SpentLimit }) {
  const { t } = useTranslation('system')
  const { lift } = useSystemActions()
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium">{t(`limits.kinds.${spent.limit}`)}</p>
        <p className="text-small text-muted">
          {t('limits.ends')} <ExactTime at={spent.endsAt} />
        </p>
      </div>
      <ConfirmButton
        summary={t('limits.liftSummary', { limit: t(`limits.kinds.${spent.limit}`) })}
        description={t('limits.question')}
        action={t('limits.lift')}
        onConfirm={() => lift(spent.id)}
      />
    </li>
  )
}
