import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { useUserActions } from '../user-detail.mutations.ts'
import type { UserDetail } from '../user-detail.schema.ts'
import { BanDialog } from './ban-dialog.tsx'
import { ImpersonateDialog } from './impersonate-dialog.tsx'
import { Section } from './section.tsx'

/** What the administrator who looks may do. */
export interface AllowedUserActions {
  impersonate: boolean
  ban: boolean
  delete: boolean
}

interface UserActionsProps {
  user: UserDetail
  may: AllowedUserActions
  onDeleted: () => void
}

/** What can be done with somebody, each with what will happen; the dangerous things last. */
export function UserActions({ user, may, onDeleted }: UserActionsProps) {
  const { t } = useTranslation('user')
  const name = user.name || user.email
  const { ban, unban, remove, impersonate } = useUserActions({ id: user.id, name })
  const [asked, setAsked] = useState<'impersonate' | 'ban' | 'unban' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <>
      {(may.impersonate || may.ban) && (
        <Section title={t('actions')}>
          <div className="grid gap-5">
            {may.impersonate && !user.ban && (
              <Action
                text={user.role === 'admin' ? t('impersonate.notAdmins') : t('impersonate.text', { name })}
                button={
                  user.role !== 'admin' && (
                    <Button onClick={() => setAsked('impersonate')}>{t('impersonate.action')}</Button>
                  )
                }
              />
            )}
            {may.ban && user.ban && (
              <Action
                text={t('unban.text', { name })}
                button={<Button onClick={() => setAsked('unban')}>{t('unban.action')}</Button>}
              />
            )}
            {may.ban && !user.ban && (
              <Action
                text={t('ban.text', { name })}
                button={
                  <Button look="danger" onClick={() => setAsked('ban')}>
                    {t('ban.action')}
                  </Button>
                }
              />
            )}
          </div>
        </Section>
      )}
      {may.delete && (
        <Section title={t('delete.action')}>
          <Action
            text={t('delete.text', { name })}
            button={
              <Button look="danger" onClick={() => setAsked('delete')}>
                {t('delete.action')}
              </Button>
            }
          />
        </Section>
      )}
      {asked === 'impersonate' && <ImpersonateDialog name={name} isOpen onClose={close} onImpersonate={impersonate} />}
      {asked === 'ban' && <BanDialog name={name} isOpen onClose={close} onBan={ban} />}
      <Confirm
        isOpen={asked === 'unban'}
        onClose={close}
        description={t('unban.text', { name })}
        action={t('unban.action')}
        onConfirm={unban}
      />
      <Confirm
        isOpen={asked === 'delete'}
        onClose={close}
        description={t('delete.text', { name })}
        action={t('delete.action')}
        onConfirm={async () => {
          await remove()
          onDeleted()
        }}
      />
    </>
  )
}

function Action({ text, button }: { text: string; button: ReactNode }) {
  return (
    <div>
      <p className="mb-2 text-sm break-words text-muted">{text}</p>
      {button}
    </div>
  )
}
