import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { displayNameOf } from '#lib/names.ts'
import { exactTime } from '#lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { Confirm, ConfirmButton, ConfirmForm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useTimeFormat } from '#ui/time-zone.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { useUserActions } from '../user-detail.mutations.ts'
import { impersonationFields, type UserDetail } from '../user-detail.schema.ts'
import { BanDialog } from './ban-dialog.tsx'

interface UserActionsProps {
  user: UserDetail
  /** The permissions of the administrator. */
  permissions: Permission[]
  onDeleted: () => Promise<void>
}

/** The actions on a user, in a menu; lifting a ban has a button of its own. Each explains its consequences before it happens. */
export function UserActions({ user, permissions, onDeleted }: UserActionsProps) {
  const { t } = useTranslation(['user', 'common'])
  const record = { id: user.id, name: displayNameOf(user) }
  const { name } = record
  const { ban, unban, remove } = useUserActions(record)
  const [open, setOpen] = useState<'impersonate' | 'ban' | 'delete'>()
  const close = () => setOpen(undefined)
  const canBan = permissions.includes('user:ban')
  return (
    <>
      {canBan && user.ban && (
        <ConfirmButton
          summary={t('unban.summary', { name })}
          description={t('unban.text', { name })}
          action={t('unban.action')}
          onConfirm={unban}
        />
      )}
      <MoreMenu
        label={t('common:actionsFor', { name })}
        choices={[
          ...(permissions.includes('user:impersonate') && !user.ban
            ? [{ dialog: 'impersonate' as const, label: t('impersonate.action') }]
            : []),
          ...(canBan && !user.ban ? [{ dialog: 'ban' as const, label: t('ban.action'), isDangerous: true }] : []),
          ...(permissions.includes('user:delete')
            ? [{ dialog: 'delete' as const, label: t('delete.action'), isDangerous: true }]
            : []),
        ]}
        onOpen={setOpen}
        // The dialogs need a script.
        plain={false}
      />
      {open === 'impersonate' && <ImpersonateQuestion user={user} userRef={record} onClose={close} />}
      {open === 'ban' && <BanDialog name={name} onClose={close} onBan={ban} />}
      <Confirm
        isOpen={open === 'delete'}
        onClose={close}
        summary={t('delete.summary', { name })}
        description={t('delete.text', { name, days: appConfig.bulk.undoDays })}
        action={t('delete.action')}
        isDestructive
        onConfirm={() => remove().then(onDeleted)}
      />
    </>
  )
}

interface QuestionProps {
  userRef: { id: string; name: string }
  onClose: () => void
}

/** The dialog that starts acting as a user, or that says why this is not possible. */
function ImpersonateQuestion({ user: { role, protectedUntil }, ...props }: QuestionProps & { user: UserDetail }) {
  const { t } = useTranslation(['user', 'common'])
  const { language, timeZone } = useTimeFormat()
  const { name } = props.userRef
  if (role !== 'admin' && !protectedUntil) return <ImpersonateDialog {...props} />
  const moment = protectedUntil && exactTime(protectedUntil, language, timeZone)
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={t('impersonate.summary', { name })}
      description={role === 'admin' ? t('impersonate.notAdmins') : t('impersonate.notYet', { name, moment })}
    >
      <Button onClick={props.onClose}>{t('common:close')}</Button>
    </Dialog>
  )
}

/** The question before acting as a user, with the reason. */
export function ImpersonateDialog({ userRef, onClose }: QuestionProps) {
  const { t } = useTranslation('user')
  const { impersonate } = useUserActions(userRef)
  const { name } = userRef
  const { field, ...form } = useSaveForm({
    schema: impersonationFields,
    initial: { reason: '' },
    sentence: (key: MessageKeyOf<'user'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (fields) => {
      await impersonate(fields)
      onClose()
    },
  })
  return (
    <ConfirmForm
      isOpen
      onClose={onClose}
      summary={t('impersonate.summary', { name })}
      description={t('impersonate.text', { name })}
      action={t('impersonate.action')}
      form={form}
    >
      <TextareaField
        label={t('reason')}
        rows={3}
        autoFocus
        dir="auto"
        hint={t('impersonate.reasonHint', { name })}
        {...field('reason')}
      />
    </ConfirmForm>
  )
}
