import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentAuthentication } from '#auth/recent-authentication.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { showToast } from '#ui/toast.ts'
import * as functions from './organizations.functions.ts'
import { organizationsKey } from './organizations.queries.ts'
import type { InvitationFields } from './organizations.schema.ts'

interface Named {
  id: string
  name: string
}

/** The mutations of organizations, with cache updates and toasts. `onOwnChange` reloads the organizations in the frame. */
export function useOrganizationMutations(onOwnChange: () => Promise<void>) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('organizations')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: organizationsKey })

  async function done(text: string, isOwn = false) {
    await invalidate()
    if (isOwn) await onOwnChange()
    void showToast(text)
  }

  /** Accepts or declines an invitation. After a failure, reloads the queries, because another tab might have done so already. */
  async function answer<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      await Promise.all([invalidate(), onOwnChange()])
      throw error
    }
  }

  return {
    create: (name: string) => functions.createOrganization({ data: { name } }),
    rename: async (id: string, name: string) => {
      await functions.renameOrganization({ data: { id, name } })
      await done(t('renamed'), true)
    },
    remove: async ({ id, name, typed }: Named & { typed: string }) => {
      await withRecentAuthentication(() => functions.deleteOrganization({ data: { id, typed } }))
      await onOwnChange()
      void showToast(t('deleted', { name }))
    },
    leave: async ({ id, name }: Named) => {
      await functions.leaveOrganization({ data: { id } })
      await onOwnChange()
      void showToast(t('left', { name }))
    },
    changeRole: async (id: string, userId: string, role: OrganizationRole) => {
      await withRecentAuthentication(() => functions.changeRole({ data: { id, userId, role } }))
      await done(t('roleChanged'))
    },
    removeMember: async (id: string, { userId, name }: { userId: string; name: string }) => {
      await withRecentAuthentication(() => functions.removeMember({ data: { id, userId } }))
      await done(t('removed', { name }))
    },
    invite: async (id: string, fields: InvitationFields) => {
      await withRecentAuthentication(() => functions.inviteMember({ data: { id, ...fields } }))
      await done(t('invited'))
    },
    resend: async (invitationId: string) => {
      await withRecentAuthentication(() => functions.resendInvitation({ data: { invitationId } }))
      await done(t('invited'))
    },
    withdraw: async (invitationId: string) => {
      await functions.withdrawInvitation({ data: { invitationId } })
      await done(t('withdrawn'))
    },
    accept: (invitationId: string) => answer(() => functions.acceptInvitation({ data: { invitationId } })),
    decline: async (invitationId: string) => {
      await answer(() => functions.declineInvitation({ data: { invitationId } }))
      await done(t('declined'))
    },
  }
}

export type OrganizationMutations = ReturnType<typeof useOrganizationMutations>
