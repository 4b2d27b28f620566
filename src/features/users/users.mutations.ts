import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { showToast } from '#ui/toast.ts'
import { createUser, updateUser } from './users.functions.ts'
import { usersKey } from './users.queries.ts'
import type { NewUserFields, UserFields } from './users.schema.ts'

/** The changes an administrator makes to people, each with what it means for the cache and its toast. */
export function useUserMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('users')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: usersKey })

  async function create(fields: NewUserFields) {
    const made = await withFreshSignIn(() => createUser({ data: fields }))
    void invalidate()
    void showToast(t('added', { name: fields.name }))
    return made
  }

  async function update(id: string, fields: UserFields) {
    await withFreshSignIn(() => updateUser({ data: { id, ...fields } }))
    // The page of the person comes next: it shall not begin with what was. Where it is shown already, it is renewed.
    queryClient.removeQueries({ queryKey: [...usersKey, 'detail', id], type: 'inactive' })
    void invalidate()
    void showToast(t('saved', { name: fields.name }))
  }

  return { create, update }
}
