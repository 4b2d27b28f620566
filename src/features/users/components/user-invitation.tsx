import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_CHOICES, languageOrDefault } from '#i18n/languages.ts'
import { displayNameOf } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton, ConfirmForm } from '#ui/confirm.tsx'
import { RelativeTime, ExactTime } from '#ui/relative-time.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { useInvitationActions } from '../invitations.mutations.ts'
import {
  type UserDetail,
  type UserInvitation as Invitation,
  invitationFields,
  type InvitationFields,
} from '../user-detail.schema.ts'

interface UserInvitationProps {
  user: UserDetail
  /** The permissions of the administrator. */
  permissions: Permission[]
  /** Called if withdrawing the invitation also deleted the user. */
  onDeleted: () => Promise<void>
}

/** The invitation of a user who has never signed in, and the actions on it. */
export function UserInvitation({ user, permissions, onDeleted }: UserInvitationProps) {
  const { t } = useTranslation('user')
  const { id, invitation } = user
  const name = displayNameOf(user)
  const { withdraw } = useInvitationActions({ id, name })
  const addsPerson = invitation?.addsPerson ?? false
  return (
    <Section
      title={t('invitation.title')}
      action={
        <div className="flex flex-wrap gap-3">
          {permissions.includes('user:delete') && invitation && (
            <ConfirmButton
              variant={addsPerson ? 'danger' : 'secondary'}
              summary={t(addsPerson ? 'invitation.withdraw.summaryDeletes' : 'invitation.withdraw.summaryStays', {
                name,
              })}
              description={t(addsPerson ? 'invitation.withdraw.textDeletes' : 'invitation.withdraw.textStays', {
                name,
              })}
              action={t('invitation.withdraw.action')}
              isCancellation
              isDestructive={addsPerson}
              onConfirm={async () => {
                if (await withdraw()) await onDeleted()
              }}
            />
          )}
          {permissions.includes('user:create') && user.canBeInvited && (
            <InviteButton id={id} name={name} invitation={invitation} />
          )}
        </div>
      }
    >
      <p className="max-w-[65ch] text-muted">
        {invitation ? t('invitation.pending', { name }) : t('invitation.none', { name })}
      </p>
      {invitation && <InvitationFacts invitation={invitation} />}
    </Section>
  )
}

function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('user')
  const { sentAt, endsAt, isOver, invitedBy, language, mailState } = invitation
  const isUndelivered = mailState === 'failed' || mailState === 'delayed'
  return (
    <dl className="mt-5 grid grid-cols-2 gap-5 xl:grid-cols-3">
      <DescriptionEntry name={t('invitation.sent')}>
        <RelativeTime at={sentAt} />
      </DescriptionEntry>
      <DescriptionEntry name={t('invitation.by')}>
        <bdi>{invitedBy ?? t('invitation.formerAdministrator')}</bdi>
      </DescriptionEntry>
      <DescriptionEntry name={t('invitation.language')}>
        {isLanguage(language) ? LANGUAGE_NAMES[language] : language}
      </DescriptionEntry>
      <DescriptionEntry name={isOver ? t('invitation.ended') : t('invitation.ends')}>
        <ExactTime at={endsAt} />
      </DescriptionEntry>
      <DescriptionEntry name={t('invitation.mail.label')}>
        <p aria-live="polite" className={isUndelivered ? 'text-danger' : undefined}>
          {t(`invitation.mail.${mailState}`)}
        </p>
      </DescriptionEntry>
    </dl>
  )
}

interface ButtonProps {
  id: string
  name: string
}

function InviteButton({ id, name, invitation }: ButtonProps & { invitation: Invitation | null }) {
  const { t, i18n } = useTranslation('user')
  const [isAsking, setIsAsking] = useState(false)
  const kind = invitation ? 'resend' : 'invite'
  const wished = invitation?.language ?? i18n.language
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t(`invitation.${kind}.action`)}</Button>
      {isAsking && (
        <InviteDialog
          id={id}
          name={name}
          kind={kind}
          initial={languageOrDefault(wished)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

interface InviteDialogProps extends ButtonProps {
  kind: 'invite' | 'resend'
  initial: InvitationFields['language']
  onClose: () => void
}

function InviteDialog({ id, name, kind, initial, onClose }: InviteDialogProps) {
  const { t } = useTranslation('user')
  const { invite } = useInvitationActions({ id, name })
  const { choice, ...form } = useSaveForm({
    schema: invitationFields,
    initial: { language: initial },
    // The form has only a choice from a fixed list, which is always valid, so it has no messages.
    sentence: () => '',
    isQuestion: true,
    onSave: async (fields) => {
      await invite(fields)
      onClose()
    },
  })
  const text = t(`invitation.${kind}.text`, { name, days: appConfig.invitation.days })
  return (
    <ConfirmForm
      isOpen
      onClose={onClose}
      summary={t(`invitation.${kind}.summary`, { name })}
      description={`${text} ${t('invitation.limit', { most: appConfig.invitation.mailsPerDay })}`}
      action={kind === 'resend' ? t('invitation.resend.action') : t('invitation.invite.action')}
      form={form}
    >
      <SelectField label={t('invitation.language')} options={LANGUAGE_CHOICES} {...choice('language')} />
    </ConfirmForm>
  )
}
