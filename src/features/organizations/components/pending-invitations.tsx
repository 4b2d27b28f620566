import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { ExactTime } from '#ui/exact-time.tsx'
import { Section } from '#ui/section.tsx'
import type { OrganizationMutations } from '../organizations.mutations.ts'
import type { PendingInvitation } from '../organizations.schema.ts'
import { ActionForm } from './action-form.tsx'
import { RoleBadge } from './role-badge.tsx'

interface PendingInvitationsProps {
  invitations: PendingInvitation[]
  mutations: Pick<OrganizationMutations, 'resend' | 'withdraw'>
}

/** The invitations of an organization that nobody has answered, for those who may withdraw them. */
export function PendingInvitations({ invitations, mutations }: PendingInvitationsProps) {
  const { t } = useTranslation('organizations')
  return (
    <Section title={t('invitations')}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {invitations.map(({ id, email, role, hasEnded, hasFailed, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="break-all">
                <bdi>{email}</bdi>
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-muted">
                <RoleBadge role={role} />
                {hasFailed && <Badge tone="danger">{t('failed')}</Badge>}
                {hasEnded ? (
                  <Badge tone="warning">{t('ended')}</Badge>
                ) : (
                  <span>
                    {`${t('validUntil')} `}
                    <ExactTime at={expiresAt} />
                  </span>
                )}
              </p>
            </div>
            <div className="flex flex-wrap gap-3">
              <ActionForm
                aria-label={t('resendNamed', { email })}
                plain={{ intent: 'resend-organization-invitation', invitationId: id }}
                onAct={() => mutations.resend(id)}
              >
                {t('resend')}
              </ActionForm>
              <ActionForm
                variant="danger"
                aria-label={t('withdrawNamed', { email })}
                plain={{ intent: 'withdraw-organization-invitation', invitationId: id }}
                onAct={() => mutations.withdraw(id)}
              >
                {t('withdraw')}
              </ActionForm>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
