import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isolateDirection, numberIn } from '#lib/intl.ts'
import { Confirm, ConfirmForm } from '#ui/confirm.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { skipRemovedPathInHistory } from '#ui/skip-removed-path.ts'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { OrganizationForm } from '../components/organization-form.tsx'
import { OrganizationFrame } from '../components/organization-frame.tsx'
import type { OrganizationDialog } from '../organization-dialog.ts'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { myOrganizationsQuery, organizationQuery } from '../organizations.queries.ts'
import { nameConfirmationFields, type OrganizationDetail } from '../organizations.schema.ts'

/** The settings of an organization: renaming, leaving and deleting, each only if the viewer is allowed to. */
export function OrganizationSettingsPage() {
  const { t } = useTranslation(['organizations', 'common'])
  const { id } = useParams({ from: '/app/organizations/$id/settings' })
  const { dialog: open } = useSearch({ from: '/app/organizations/$id/settings' })
  const dialog = useUrlDialog<{ dialog: OrganizationDialog }>({ dialog: '' })
  const leavePages = useLeavePages(id)
  const { data: organization } = useSuspenseQuery(organizationQuery(id))
  const mutations = useOrganizationMutations()
  const { name, permissions, isOnlyOwner, memberCount } = organization
  const leaving = ['leave', t('leave'), t('leaveQuestion', { name })] as const
  const deletion = ['delete', t('common:delete'), t('deleteQuestion', { name })] as const
  const dangers = [
    ...(isOnlyOwner ? [] : [leaving]),
    ...(permissions.includes('organization:delete') ? [deletion] : []),
  ]
  return (
    <OrganizationFrame organization={organization}>
      <div className="grid max-w-[720px] gap-6">
        {permissions.includes('organization:update') && (
          <Section title={t('rename')}>
            <OrganizationForm
              initial={name}
              plain={{ intent: 'rename-organization', id }}
              submitLabel={t('common:save')}
              onSave={(fields) => mutations.rename(id, fields.name)}
            />
          </Section>
        )}
        <Section title={t('privacy')}>
          <p className="max-w-[65ch] text-muted">{t('whoSees')}</p>
        </Section>
        <Section title={t('dangerZone')} isDangerous>
          <div className="grid gap-5">
            {isOnlyOwner && memberCount > 1 && <p>{t('onlyOwner')}</p>}
            {dangers.map(([act, label, text]) => (
              <div key={act} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <p className="min-w-0 flex-[1_1_16rem] break-words">{text}</p>
                <DialogButton dialog={act} variant="danger" onOpen={() => void dialog.open({ dialog: act })}>
                  {label}
                </DialogButton>
              </div>
            ))}
          </div>
        </Section>
      </div>
      <Confirm
        isOpen={open === 'leave' && !isOnlyOwner}
        onClose={dialog.close}
        summary={t('leaveSummary', { name })}
        description={t('leaveQuestion', { name })}
        action={t('leave')}
        isDestructive
        plain={{ intent: 'leave-organization', id, name }}
        onConfirm={async () => {
          await mutations.leave({ id, name })
          await leavePages()
        }}
      />
      {open === 'delete' && (
        <DeleteOrganization
          organization={organization}
          onClose={dialog.close}
          onDelete={async ({ typed }) => {
            await mutations.remove({ id, name, typed })
            await leavePages()
          }}
        />
      )}
    </OrganizationFrame>
  )
}

/** Returns a function that leaves the pages of an organization that the user no longer belongs to. */
function useLeavePages(id: string) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    // Refetch nothing yet, because this page is still shown and would request the organization that the user has left.
    await queryClient.invalidateQueries({ queryKey: myOrganizationsQuery.queryKey, refetchType: 'none' })
    skipRemovedPathInHistory(history, `/app/organizations/${id}`, '/app/organizations')
    await navigate({ to: '/app/organizations', replace: true })
    // Remove the data that the user read as a member.
    queryClient.removeQueries({ type: 'inactive' })
  }
}

interface DeleteOrganizationProps {
  organization: OrganizationDetail
  onClose: () => void
  onDelete: (fields: { typed: string }) => Promise<void>
}

/** The dialog that permanently deletes an organization: requires its name, and counts everything that is deleted with it. */
function DeleteOrganization({ organization, onClose, onDelete }: DeleteOrganizationProps) {
  const { id, name, repositoryCount, memberCount, invitations } = organization
  const { t, i18n } = useTranslation(['organizations', 'common'])
  const number = numberIn(i18n.language)
  const { field, ...form } = useSaveForm({
    intent: 'delete-organization',
    schema: nameConfirmationFields(name),
    initial: { typed: '' },
    sentence: (key: MessageKeyOf<'organizations'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: onDelete,
  })
  return (
    <ConfirmForm
      isOpen
      onClose={onClose}
      summary={t('deleteSummary', { name })}
      description={t('deleteQuestion', { name })}
      action={t('common:delete')}
      isDestructive
      plain={{ intent: 'delete-organization', id, name }}
      form={form}
    >
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4 tabular-nums">
        <DescriptionEntry name={t('common:nav.repositories')}>{number.format(repositoryCount)}</DescriptionEntry>
        <DescriptionEntry name={t('common:nav.members')}>{number.format(memberCount)}</DescriptionEntry>
        <DescriptionEntry name={t('invitations')}>{number.format(invitations.length)}</DescriptionEntry>
      </dl>
      <TextField
        label={t('typeName', { name: isolateDirection(name) })}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        {...field('typed')}
      />
    </ConfirmForm>
  )
}
