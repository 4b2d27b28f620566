import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentAuthentication } from '#auth/recent-authentication.ts'
import { showToast } from '#ui/toast.ts'
import { removePasskey, removePasskeysOf, renamePasskey } from './passkeys.functions.ts'

/** The mutations of passkeys, each with its cache updates and toast. */
export function usePasskeyMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('passkeys')
  // The history on the account page and on the user's page shows each change, so reload both.
  const invalidate = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['account'] }),
      queryClient.invalidateQueries({ queryKey: ['users'] }),
    ])

  async function add() {
    const { createPasskey } = await import('./create-passkey.ts')
    await withRecentAuthentication(createPasskey)
    await invalidate()
    void showToast(t('added'))
  }

  async function rename(id: string, name: string) {
    await renamePasskey({ data: { id, name } })
    await invalidate()
    void showToast(t('renamed'))
  }

  async function remove(id: string) {
    await withRecentAuthentication(() => removePasskey({ data: { id } }))
    await invalidate()
    void showToast(t('removed'))
  }

  /** Removes another user's passkeys and recovery codes. @param hadPasskeys false if there were only codes */
  async function removeAllOf({ id, name }: { id: string; name: string }, hadPasskeys: boolean) {
    await withRecentAuthentication(() => removePasskeysOf({ data: { id } }))
    await invalidate()
    void showToast(t(hadPasskeys ? 'ofPerson.removed' : 'ofPerson.wasReset', { name }))
  }

  return { add, rename, remove, removeAllOf, invalidate }
}
