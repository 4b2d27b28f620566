import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { exactTime } from '#lib/time-zone.ts'
import { ConfirmButton } from '#ui/confirm.tsx'
import { useTimeFormat } from '#ui/time-zone.tsx'
import { usePasskeyMutations } from '../passkeys.mutations.ts'
import { secondFactorsOfQuery } from '../passkeys.queries.ts'
import { PasskeyList } from './passkey-list.tsx'

interface PasskeysOfUserProps {
  user: { id: string; name: string }
  /** Whether the viewer can remove the passkeys; false for the viewer's own, which can be removed only on the account page. */
  canRemove: boolean
}

/** A user's passkeys, for administrators, who can remove all of them so that a locked-out user can sign in and add new ones. */
export function PasskeysOfUser({ user, canRemove }: PasskeysOfUserProps) {
  const { t } = useTranslation('passkeys')
  const { data } = useSuspenseQuery(secondFactorsOfQuery(user.id))
  const { passkeys, hasRecoveryCodes, isLost, protectedUntil } = data
  const { language, timeZone } = useTimeFormat()
  const { removeAllOf } = usePasskeyMutations()
  const way = passkeys.length > 0 ? 'remove' : 'reset'
  const canReset = canRemove && (passkeys.length > 0 || hasRecoveryCodes || isLost)
  return (
    <>
      {passkeys.length > 0 ? <PasskeyList passkeys={passkeys} /> : <p className="text-muted">{t('ofUser.none')}</p>}
      {canReset && protectedUntil !== null && (
        <p className="mt-3 text-small text-muted">
          {t('ofUser.notYet', { name: user.name, moment: exactTime(protectedUntil, language, timeZone) })}
        </p>
      )}
      {canReset && protectedUntil === null && (
        <ConfirmButton
          className={passkeys.length > 0 ? '' : 'mt-3'}
          summary={t(`ofUser.${way}Summary`, { name: user.name })}
          description={t(`ofUser.${way}Question`, { name: user.name })}
          action={t(`ofUser.${way}`)}
          isDestructive
          onConfirm={() => removeAllOf(user, way === 'remove')}
        />
      )}
    </>
  )
}
