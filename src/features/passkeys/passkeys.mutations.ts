import { useTranslation } from 'react-i18next'
import { useChangeWithToast } from '#ui/use-change.ts'
import { removePasskey, removePasskeysOf, renamePasskey } from './passkeys.functions.ts'

/** The mutations of passkeys, each with its cache updates and toast. */
export function usePasskeyMutations() {
  const { t } = useTranslation('passkeys')
  // The history on the account page and on the user's page shows each change, so reload both.
  const { change, invalidate } = useChangeWithToast(['account'], ['users'])

  async function add() {
    const { createPasskey } = await import('./create-passkey.ts')
    await change(createPasskey(), t('added'))
  }

  const rename = (id: string, name: string) => change(renamePasskey({ data: { id, name } }), t('renamed'))

  const remove = (id: string) => change(removePasskey({ data: { id } }), t('removed'))

  /** Removes another user's passkeys and recovery codes. @param hadPasskeys false if there were only codes */
  const removeAllOf = ({ id, name }: { id: string; name: string }, hadPasskeys: boolean) =>
    change(removePasskeysOf({ data: { id } }), t(hadPasskeys ? 'ofUser.removed' : 'ofUser.wasReset', { name }))

  return { add, rename, remove, removeAllOf, invalidate }
}
