import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '#ui/toast.ts'
import { createUser, updateUser } from './users.functions.ts'
import { usersKey } from './users.queries.ts'
import type { NewUserFields, UserFields } from './users.schema.ts'

/** The mutations of users for administrators, each with its cache updates and toast. */
export function useUserMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('users')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: usersKey })

  async function create(fields: NewUserFields) {
    const made = await createUser({ data: fields })
    void invalidate()
    void showToast(t('added', { name: fields.name }))
    return made
  }

  async function update(id: string, fields: UserFields) {
    await updateUser({ data: { id, ...fields } })
    // Remove the cached user unless a page shows it (then `invalidate` refetches it), so that no page starts with old values.
    queryClient.removeQueries({ queryKey: [...usersKey, 'detail', id], type: 'inactive' })
    void invalidate()
    void showToast(t('saved', { name: fields.name }))
  }

  return { create, update }
}
