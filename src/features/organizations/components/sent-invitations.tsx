import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { TruncatedText } from '#ui/truncated-text.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { Section } from '#ui/section.tsx'
import { useFailureToast } from '#ui/use-error-text.ts'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import type { PendingInvitation } from '../organizations.schema.ts'
import { ActionForm } from './action-form.tsx'
import { RoleBadge } from './role-badge.tsx'

/** The unanswered invitations that an organization has sent, for members who can withdraw them. */
export function SentInvitations({ invitations }: { invitations: PendingInvitation[] }) {
  const mutations = useOrganizationMutations()
  const { t } = useTranslation(['organizations', 'common'])
  const act = useFailureToast()
  return (
    <Section title={t('invitations')}>
      <ul className="-my-2 divide-y divide-hairline">
        {invitations.map(({ id, email, role, isExpired, hasFailed, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-[1_1_10rem]">
              <TruncatedText>{email}</TruncatedText>
              <p className="flex flex-wrap items-center gap-2 text-small text-muted">
                <RoleBadge role={role} />
                {hasFailed && <Badge tone="danger">{t('failed')}</Badge>}
                {isExpired ? (
                  <Badge tone="warning">{t('ended')}</Badge>
                ) : (
                  <span>
                    {`${t('validUntil')} `}
                    <ExactTime at={expiresAt} isDay />
                  </span>
                )}
              </p>
            </div>
            <MoreMenu
              label={t('common:actionsFor', { name: email })}
              choices={[
                { dialog: 'resend', label: t('resend') },
                { dialog: 'withdraw', label: t('withdraw'), isDangerous: true },
              ]}
              onOpen={(chosen) => void act(() => mutations[chosen](id))}
              plain={
                <>
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
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
