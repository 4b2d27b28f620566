import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { useAccountMutations } from '../account.mutations.ts'
import { ActivitySection } from '../components/activity-section.tsx'
import { DataSection } from '../components/data-section.tsx'
import { DeletionSection } from '../components/deletion-section.tsx'
import { EmailChange } from '../components/email-change.tsx'
import { NoticesSection } from '../components/notices-section.tsx'
import { ProfileSections, NameForm } from '../components/profile-section.tsx'
import { Section, SectionGroup } from '#ui/section.tsx'
import { SectionLinks } from '../components/section-links.tsx'
import { SessionsSection } from '../components/sessions-section.tsx'

export interface AccountSearch {
  state: '' | 'change-name'
  /** The new address that a code was sent to; empty if the user isn't changing the address. */
  newEmail: string
}

interface AccountPageProps {
  name: string
  email: string
  /** Whether an administrator impersonates the user. Hides the email change, notices, data export and deletion. */
  isImpersonated: boolean
  search: AccountSearch
  /** The fields for language and theme. */
  preferences: ReactNode
  passkeys: ReactNode
  onSignOut: () => Promise<void>
  /** Leaves the page once the account is deleted. */
  onDeleted: () => void
}

/** The page of the user's own account, the same for users and in the administration. */
export function AccountPage({ name, email, isImpersonated, search, ...props }: AccountPageProps) {
  const { t } = useTranslation('account')
  const { saveName } = useAccountMutations()
  const dialog = useUrlDialog<Partial<AccountSearch>>({ state: '', newEmail: '' })
  return (
    <div className="@container">
      <PageHeader title={t('title')} />
      {isImpersonated && (
        <p className="mb-5 max-w-[720px] rounded-card bg-warning-surface p-4 text-warning">{t('impersonated')}</p>
      )}
      <div className="grid gap-x-8 gap-y-5 @min-[840px]:grid-cols-[160px_minmax(0,1fr)] @min-[840px]:items-start">
        <SectionLinks isImpersonated={isImpersonated} />
        <div className="grid min-w-0 max-w-[860px] gap-8">
          <SectionGroup anchor="profile" title={t('profile.title')}>
            <ProfileSections
              name={name}
              email={email}
              onChangeName={() => void dialog.open({ state: 'change-name' })}
              emailChange={
                isImpersonated ? null : (
                  <EmailChange
                    email={email}
                    newEmail={search.newEmail}
                    onNewEmail={(newEmail) => dialog.open({ newEmail })}
                    onClose={dialog.close}
                    onSaved={dialog.finish}
                  />
                )
              }
            />
          </SectionGroup>
          <SectionGroup anchor="security" title={t('security')}>
            <Section anchor="passkeys" title={t('passkeys')}>
              {props.passkeys}
            </Section>
            <SessionsSection onSignOut={props.onSignOut} />
            <ActivitySection />
          </SectionGroup>
          <SectionGroup anchor="preferences" title={t('preferences')}>
            <Section anchor="display" title={t('display')}>
              <div className="grid gap-4 sm:grid-cols-2">{props.preferences}</div>
            </Section>
            {!isImpersonated && <NoticesSection />}
          </SectionGroup>
          {!isImpersonated && (
            <SectionGroup anchor="data" title={t('dataAndDeletion')}>
              <DataSection />
              <DeletionSection email={email} onDeleted={props.onDeleted} />
            </SectionGroup>
          )}
        </div>
      </div>
      <Dialog isOpen={search.state === 'change-name'} onClose={dialog.close} title={t('name.title')}>
        <NameForm
          name={name}
          onCancel={dialog.close}
          onSave={async (typed) => {
            await saveName(typed)
            await dialog.finish()
          }}
        />
      </Dialog>
    </div>
  )
}
