import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { historyLink } from '#audit/history-link.ts'
import { numberIn } from '#lib/intl.ts'
import { FIGURES, type Dashboard, type Figure } from '../dashboard.schema.ts'

/** The list that each figure counts; sessions have none, and stand for the sign-ins that made them. */
const LISTS = {
  people: { to: '/manager/users' },
  notOnboarded: { to: '/manager/users', search: { status: 'not-onboarded' } },
  banned: { to: '/manager/users', search: { status: 'banned' } },
  activeSessions: historyLink({ actions: 'signed-in' }),
  repositories: { to: '/manager/repositories' },
} as const

const CARD = 'flex min-w-0 flex-1 flex-col rounded-card border border-hairline bg-surface p-5'

/** One row of figures, each a link to what it counts, with what came this week against the week before. */
export function Figures({ figures }: { figures: Dashboard['figures'] }) {
  const { t } = useTranslation('dashboard')
  return (
    <ul aria-label={t('figures')} className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
      {FIGURES.map((name) => {
        const list = LISTS[name]
        const amount = <Amount name={name} figure={figures[name]} />
        return (
          <li key={name} className="flex max-md:first:col-span-2">
            {list ? (
              <Link {...list} className={`${CARD} hover:border-edge`}>
                {amount}
              </Link>
            ) : (
              <div className={CARD}>{amount}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Amount({ name, figure }: { name: keyof Dashboard['figures']; figure: Figure }) {
  const { t, i18n } = useTranslation('dashboard')
  return (
    <>
      <span className="text-small text-muted">{t(`labels.${name}`)}</span>
      <span className="mt-1 text-[calc(24px*var(--font-scale,1))]/8 font-semibold tabular-nums">
        {numberIn(i18n.language).format(figure.total)}
      </span>
      <Change figure={figure} isGood={name !== 'notOnboarded' && name !== 'banned'} />
    </>
  )
}

const ARROWS = { more: '▲', less: '▼' } as const

function Change({ figure: { thisWeek, weekBefore }, isGood }: { figure: Figure; isGood: boolean }) {
  const { t, i18n } = useTranslation('dashboard')
  const hasChanged = thisWeek !== weekBefore
  const isMore = thisWeek > weekBefore
  const tone = isMore === isGood ? 'text-success' : 'text-danger'
  const before = t('weekBefore', { amount: weekBefore })
  return (
    <span title={before} className="mt-auto pt-1 text-small text-muted tabular-nums">
      {t('thisWeek', { amount: thisWeek })}
      {hasChanged && (
        <span aria-hidden="true" className={`ms-2 whitespace-nowrap ${tone}`}>
          <span className="me-0.5 text-[10px]">{isMore ? ARROWS.more : ARROWS.less}</span>
          {numberIn(i18n.language).format(Math.abs(thisWeek - weekBefore))}
        </span>
      )}
      <span className="sr-only">{`, ${before}`}</span>
    </span>
  )
}
