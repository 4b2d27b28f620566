import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { showToast } from '#ui/toast.ts'
import { removePasskey, removePasskeysOf, renamePasskey } from './passkeys.functions.ts'

/** The changes of passkeys, each with what it means for the cache and its toast. */
export function usePasskeyMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('passkeys')
  // History tells of each, on the account page and on the person's.
  const invalidate = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['account'] }),
      queryClient.invalidateQueries({ queryKey: ['users'] }),
    ])

  async function add() {
    const { createPasskey } = await import('./create-passkey.ts')
    await withFreshSignIn(createPasskey)
    await invalidate()
    void showToast(t('added'))
  }

  async function rename(id: string, name: string) {
    await renamePasskey({ data: { id, name } })
    await invalidate()
    void showToast(t('renamed'))
  }

  async function remove(id: string) {
    await withFreshSignIn(() => removePasskey({ data: { id } }))
    await invalidate()
    void showToast(t('removed'))
  }

  /** @param hadPasskeys whether there were any, or only recovery codes */
  async function removeAllOf({ id, name }: { id: string; name: string }, hadPasskeys: boolean) {
    await withFreshSignIn(() => removePasskeysOf({ data: { id } }))
    await invalidate()
    void showToast(t(hadPasskeys ? 'ofPerson.removed' : 'ofPerson.wasReset', { name }))
  }

  return { add, rename, remove, removeAllOf, invalidate }
}
