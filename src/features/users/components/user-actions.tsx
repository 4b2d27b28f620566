import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { displayNameOf } from '#lib/names.ts'
import { exactTime } from '#lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton, ConfirmForm } from '#ui/confirm.tsx'
import { Section } from '#ui/section.tsx'
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

/** The actions on a user, each with an explanation. The dangerous actions are last, in a separate card. */
export function UserActions({ user, permissions, onDeleted }: UserActionsProps) {
  const { t } = useTranslation('user')
  const record = { id: user.id, name: displayNameOf(user) }
  const { name } = record
  const { unban } = useUserActions(record)
  const canImpersonate = permissions.includes('user:impersonate') && !user.ban
  const canUnban = permissions.includes('user:ban') && user.ban !== null
  const canBan = permissions.includes('user:ban') && user.ban === null
  const canDelete = permissions.includes('user:delete')
  return (
    <>
      {(canImpersonate || canUnban) && (
        <Section title={t('actions')}>
          {canImpersonate && <ImpersonateAction user={user} userRef={record} />}
          {canUnban && (
            <Action title={t('unban.action')} text={t('unban.text', { name })}>
              <ConfirmButton
                summary={t('unban.summary', { name })}
                description={t('unban.text', { name })}
                action={t('unban.action')}
                onConfirm={unban}
              />
            </Action>
          )}
        </Section>
      )}
      {(canBan || canDelete) && (
        <Section title={t('dangerZone')} isDangerous>
          <div className="grid gap-5">
            {canBan && <BanAction userRef={record} />}
            {canDelete && <DeleteAction userRef={record} onDeleted={onDeleted} />}
          </div>
        </Section>
      )}
    </>
  )
}

interface ActionProps {
  userRef: { id: string; name: string }
}

function ImpersonateAction({ user: { role, protectedUntil }, userRef }: ActionProps & { user: UserDetail }) {
  const { t } = useTranslation('user')
  const [isAsking, setIsAsking] = useState(false)
  const { language, timeZone } = useTimeFormat()
  const { name } = userRef
  if (role === 'admin') return <Action title={t('impersonate.action')} text={t('impersonate.notAdmins')} />
  if (protectedUntil) {
    const moment = exactTime(protectedUntil, language, timeZone)
    return <Action title={t('impersonate.action')} text={t('impersonate.notYet', { name, moment })} />
  }
  return (
    <Action title={t('impersonate.action')} text={t('impersonate.text', { name })}>
      <Button onClick={() => setIsAsking(true)}>{t('impersonate.action')}</Button>
      {isAsking && <ImpersonateDialog userRef={userRef} onClose={() => setIsAsking(false)} />}
    </Action>
  )
}

function BanAction({ userRef }: ActionProps) {
  const { t } = useTranslation('user')
  const { ban } = useUserActions(userRef)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Action title={t('ban.action')} text={t('ban.text', { name: userRef.name })}>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('ban.action')}
      </Button>
      {isAsking && <BanDialog name={userRef.name} onClose={() => setIsAsking(false)} onBan={ban} />}
    </Action>
  )
}

function DeleteAction({ userRef, onDeleted }: ActionProps & Pick<UserActionsProps, 'onDeleted'>) {
  const { t } = useTranslation('user')
  const { remove } = useUserActions(userRef)
  const text = t('delete.text', { name: userRef.name, days: appConfig.bulk.undoDays })
  return (
    <Action title={t('delete.action')} text={text}>
      <ConfirmButton
        variant="danger"
        summary={t('delete.summary', { name: userRef.name })}
        description={text}
        action={t('delete.action')}
        isDestructive
        onConfirm={() => remove().then(onDeleted)}
      />
    </Action>
  )
}

function Action({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-medium">{title}</h3>
        <p className="max-w-[65ch] text-small text-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}

/** The question before acting as a user, with the reason. */
export function ImpersonateDialog({ userRef, onClose }: ActionProps & { onClose: () => void }) {
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
