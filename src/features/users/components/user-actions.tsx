import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
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

/** The actions that the current administrator is allowed. */
export interface AllowedUserActions {
  impersonate: boolean
  ban: boolean
  delete: boolean
}

interface UserActionsProps {
  user: UserDetail
  can: AllowedUserActions
  onDeleted: () => Promise<void>
}

/** The actions on a user, each with an explanation. The dangerous actions are last, in a separate card. */
export function UserActions({ user, can, onDeleted }: UserActionsProps) {
  const { t } = useTranslation('user')
  const person = { id: user.id, name: displayNameOf(user) }
  const { name } = person
  const { ban, unban, remove } = useUserActions(person)
  const [isBanning, setIsBanning] = useState(false)
  const canImpersonate = can.impersonate && !user.ban
  const canUnban = can.ban && user.ban !== null
  const canBan = can.ban && user.ban === null
  const deletionText = t('delete.text', { name, days: appConfig.bulk.undoDays })
  return (
    <>
      {(canImpersonate || canUnban) && (
        <Section title={t('actions')}>
          {canImpersonate && <ImpersonateAction user={user} person={person} />}
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
      {(canBan || can.delete) && (
        <Section title={t('dangerZone')} isDangerous>
          <div className="grid gap-5">
            {canBan && (
              <Action title={t('ban.action')} text={t('ban.text', { name })}>
                <Button variant="danger" onClick={() => setIsBanning(true)}>
                  {t('ban.action')}
                </Button>
                {isBanning && <BanDialog name={name} onClose={() => setIsBanning(false)} onBan={ban} />}
              </Action>
            )}
            {can.delete && (
              <Action title={t('delete.action')} text={deletionText}>
                <ConfirmButton
                  variant="danger"
                  summary={t('delete.summary', { name })}
                  description={deletionText}
                  action={t('delete.action')}
                  isDestructive
                  onConfirm={() => remove().then(onDeleted)}
                />
              </Action>
            )}
          </div>
        </Section>
      )}
    </>
  )
}

interface ActionProps {
  person: { id: string; name: string }
}

function ImpersonateAction({ user: { role, protectedUntil }, person }: ActionProps & { user: UserDetail }) {
  const { t } = useTranslation('user')
  const [isAsking, setIsAsking] = useState(false)
  const { language, timeZone } = useTimeFormat()
  const { name } = person
  if (role === 'admin') return <Action title={t('impersonate.action')} text={t('impersonate.notAdmins')} />
  if (protectedUntil) {
    const moment = exactTime(protectedUntil, language, timeZone)
    return <Action title={t('impersonate.action')} text={t('impersonate.notYet', { name, moment })} />
  }
  return (
    <Action title={t('impersonate.action')} text={t('impersonate.text', { name })}>
      <Button onClick={() => setIsAsking(true)}>{t('impersonate.action')}</Button>
      {isAsking && <ImpersonateDialog person={person} onClose={() => setIsAsking(false)} />}
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

/** The dialog before impersonating a user: asks for the reason, and explains the effect. */
function ImpersonateDialog({ person, onClose }: ActionProps & { onClose: () => void }) {
  const { t } = useTranslation('user')
  const { impersonate } = useUserActions(person)
  const { name } = person
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
