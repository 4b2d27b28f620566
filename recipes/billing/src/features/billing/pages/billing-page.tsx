import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { localeWithLatinDigits } from '#lib/intl.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { DescriptionEntry, Section } from '#ui/section.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { openPortal, startCheckout } from '../billing.functions.ts'
import { billingQuery } from '../billing.queries.ts'
import type { Offer, Plan } from '../billing.schema.ts'

interface BillingPageProps {
  /** The active organization; null if none is active. */
  organization: { id: string; name: string } | null
  canManage: boolean
  /** Whether the user comes back from a payment that Stripe has not yet confirmed. */
  isConfirming: boolean
}

const TONES: Record<Plan['status'], BadgeTone> = {
  active: 'success',
  trialing: 'accent',
  past_due: 'danger',
  unpaid: 'danger',
  paused: 'warning',
  canceled: 'neutral',
}

/** The page with the plan of the active organization. Its owners choose a plan here, and change it on the pages of Stripe. */
export function BillingPage({ organization, canManage, isConfirming }: BillingPageProps) {
  const { t } = useTranslation(['billing', 'common'])
  const { data } = useSuspenseQuery(billingQuery(isConfirming))
  const { isBusy, errorText, run } = useAction()
  const leaveFor = (open: () => Promise<{ url: string }>) => run(async () => window.location.assign((await open()).url))

  if (!data.isConfigured || !organization)
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          text={data.isConfigured ? t('noOrganization') : t('notSetUp')}
          action={
            data.isConfigured && (
              <Link to="/app/organizations" className={buttonClasses()}>
                {t('common:nav.organizations')}
              </Link>
            )
          }
        />
      </>
    )
  const manageButton = canManage && data.isCustomer && (
    <Button isBusy={isBusy} onClick={() => leaveFor(() => openPortal({ data: { organization: organization.id } }))}>
      {t('manage')}
    </Button>
  )
  return (
    <div className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <PageHeader title={t('title')} />
        <p className="-mt-3 break-words text-muted">{t('lead', { organization: organization.name })}</p>
      </div>
      <Section title={t('plan')} action={manageButton}>
        {data.plan ? <PlanFacts plan={data.plan} /> : <p>{isConfirming ? t('confirming') : t('none')}</p>}
        {!canManage && <p className="mt-4 text-muted">{t('onlyOwners')}</p>}
      </Section>
      {canManage && !isConfirming && (
        <Offers
          offers={data.offers}
          isBusy={isBusy}
          onChoose={(price) => leaveFor(() => startCheckout({ data: { price, organization: organization.id } }))}
        />
      )}
      <p role="alert" className="min-h-5 text-small text-danger">
        {errorText}
      </p>
    </div>
  )
}

function PlanFacts({ plan: { name, status, endsAt, isEnding } }: { plan: Plan }) {
  const { t } = useTranslation('billing')
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
      <DescriptionEntry name={t('name')}>
        <bdi>{name}</bdi>
      </DescriptionEntry>
      <DescriptionEntry name={t('status')}>
        <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
      </DescriptionEntry>
      {endsAt !== null && status !== 'canceled' && (
        <DescriptionEntry name={isEnding ? t('ends') : t('renews')}>
          <ExactTime at={endsAt} isDay />
        </DescriptionEntry>
      )}
    </dl>
  )
}

interface OffersProps {
  offers: Offer[] | null
  isBusy: boolean
  onChoose: (price: string) => void
}

function Offers({ offers, isBusy, onChoose }: OffersProps) {
  const { t, i18n } = useTranslation('billing')
  if (offers === null) return <EmptyState text={t('offersFailed')} isAlert />
  if (offers.length === 0) return null
  return (
    <ul aria-label={t('plans')} className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
      {offers.map(({ id, name, interval, ...price }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <div className="min-w-0">
            <p className="font-semibold break-words">
              <bdi>{name}</bdi>
            </p>
            <p className="text-muted">
              {interval === 'month'
                ? t('perMonth', { price: priceText(price, i18n.language) })
                : t('perYear', { price: priceText(price, i18n.language) })}
            </p>
          </div>
          <Button
            variant="primary"
            isBusy={isBusy}
            aria-label={t('upgradeTo', { plan: name })}
            onClick={() => onChoose(id)}
          >
            {t('upgrade')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Formats a price. Stripe's amounts are in the smallest unit, which some currencies do not divide. */
function priceText({ amount, currency }: Pick<Offer, 'amount' | 'currency'>, language: string): string {
  const format = new Intl.NumberFormat(localeWithLatinDigits(language), { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
