import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { historyLink } from '#audit/history-link.ts'
import { numberIn } from '#lib/intl.ts'
import { FIGURE_DAYS, FIGURES, type Dashboard, type Figure } from '../dashboard.schema.ts'

/** The list that each figure links to. The figure of sessions links to the sign-ins, because no list of sessions exists. */
const LIST_OF_FIGURE = {
  people: { to: '/manager/users' },
  notOnboarded: { to: '/manager/users', search: { status: 'not-onboarded' } },
  banned: { to: '/manager/users', search: { status: 'banned' } },
  activeSessions: historyLink({ actions: 'signed-in' }),
  repositories: { to: '/manager/repositories' },
} as const

const CARD_CLASSES = 'min-w-0 rounded-card border border-hairline bg-surface p-5'

/** The row of figures. Each links to its list, and compares the new rows of the last seven days with the seven days before. */
export function Figures({ figures }: { figures: Dashboard['figures'] }) {
  const { t } = useTranslation('dashboard')
  return (
    <ul aria-label={t('figures')} className="figures">
      {FIGURES.map((name) => {
        const list = LIST_OF_FIGURE[name]
        const amount = <Amount name={name} figure={figures[name]} />
        return (
          <li key={name}>
            {list ? (
              <Link {...list} className={`${CARD_CLASSES} hover:border-edge`}>
                {amount}
              </Link>
            ) : (
              <div className={CARD_CLASSES}>{amount}</div>
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
      <span className="pt-1 text-[calc(24px*var(--font-scale,1))]/8 font-semibold tabular-nums">
        {numberIn(i18n.language).format(figure.total)}
      </span>
      <Change figure={figure} />
    </>
  )
}

const ARROWS = { more: '▲', less: '▼' } as const

function Change({ figure: { thisWeek, weekBefore } }: { figure: Figure }) {
  const { t, i18n } = useTranslation('dashboard')
  const hasChanged = thisWeek !== weekBefore
  const isMore = thisWeek > weekBefore
  const before = t('weekBefore', { amount: weekBefore, days: FIGURE_DAYS })
  return (
    <span title={before} className="pt-1 text-small text-muted tabular-nums">
      {t('thisWeek', { amount: thisWeek, days: FIGURE_DAYS })}
      {hasChanged && (
        <span aria-hidden="true" className="ms-2 whitespace-nowrap">
          <span className="me-0.5 text-[10px]">{isMore ? ARROWS.more : ARROWS.less}</span>
          {numberIn(i18n.language).format(Math.abs(thisWeek - weekBefore))}
        </span>
      )}
      <span className="sr-only">{` · ${before}`}</span>
    </span>
  )
}
