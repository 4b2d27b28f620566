import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { useUserActions } from '../user-detail.mutations.ts'
import type { UserDetail } from '../user-detail.schema.ts'
import { BanDialog } from './ban-dialog.tsx'
import { ImpersonateDialog } from './impersonate-dialog.tsx'
import { Section } from './section.tsx'

/** The actions that the administrator who looks may do. */
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

/** The actions on a person, each with what will happen; the dangerous ones last. */
export function UserActions({ user, can, onDeleted }: UserActionsProps) {
  const { t } = useTranslation('user')
  const person = { id: user.id, name: nameOf(user) }
  return (
    <>
      {(can.impersonate || can.ban) && (
        <Section title={t('actions')}>
          <div className="grid gap-5">
            {can.impersonate && !user.ban && <ImpersonateAction person={person} isAdmin={user.role === 'admin'} />}
            {can.ban && (user.ban ? <UnbanAction person={person} /> : <BanAction person={person} />)}
          </div>
        </Section>
      )}
      {can.delete && (
        <Section title={t('delete.action')}>
          <DeleteAction person={person} onDeleted={onDeleted} />
        </Section>
      )}
    </>
  )
}

interface ActionProps {
  person: { id: string; name: string }
}

function ImpersonateAction({ person, isAdmin }: ActionProps & { isAdmin: boolean }) {
  const { t } = useTranslation('user')
  const { impersonate } = useUserActions(person)
  const [isAsking, setIsAsking] = useState(false)
  if (isAdmin) return <Action text={t('impersonate.notAdmins')} />
  return (
    <Action text={t('impersonate.text', { name: person.name })}>
      <Button onClick={() => setIsAsking(true)}>{t('impersonate.action')}</Button>
      {isAsking && (
        <ImpersonateDialog name={person.name} onClose={() => setIsAsking(false)} onImpersonate={impersonate} />
      )}
    </Action>
  )
}

function BanAction({ person }: ActionProps) {
  const { t } = useTranslation('user')
  const { ban } = useUserActions(person)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Action text={t('ban.text', { name: person.name })}>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('ban.action')}
      </Button>
      {isAsking && <BanDialog name={person.name} onClose={() => setIsAsking(false)} onBan={ban} />}
    </Action>
  )
}

function UnbanAction({ person }: ActionProps) {
  const { t } = useTranslation('user')
  const { unban } = useUserActions(person)
  const [isAsking, setIsAsking] = useState(false)
  const text = t('unban.text', { name: person.name })
  return (
    <Action text={text}>
      <Button onClick={() => setIsAsking(true)}>{t('unban.action')}</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        description={text}
        action={t('unban.action')}
        onConfirm={unban}
      />
    </Action>
  )
}

function DeleteAction({ person, onDeleted }: ActionProps & { onDeleted: () => Promise<void> }) {
  const { t } = useTranslation('user')
  const { remove } = useUserActions(person)
  const [isAsking, setIsAsking] = useState(false)
  const text = t('delete.text', { name: person.name })
  return (
    <Action text={text}>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('delete.action')}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        description={text}
        action={t('delete.action')}
        onConfirm={async () => {
          await remove()
          await onDeleted()
        }}
      />
    </Action>
  )
}

function Action({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div>
      <p className="mb-2 text-sm text-muted">{text}</p>
      {children}
    </div>
  )
}
