import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { showToast } from '#ui/toast.ts'
import * as functions from './organizations.functions.ts'
import { organizationsKey } from './organizations.queries.ts'
import type { InvitationFields } from './organizations.schema.ts'

interface Named {
  id: string
  name: string
}

/** The changes of organizations, each with what it means for the cache and its toast. `onOwnChange` renews what the frame shows. */
export function useOrganizationMutations(onOwnChange: () => Promise<void>) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('organizations')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: organizationsKey })

  async function done(text: string, isOwn = false) {
    await invalidate()
    if (isOwn) await onOwnChange()
    void showToast(text)
  }

  /** One that was answered elsewhere is none any more, and the organization may be there. */
  async function answer(send: () => Promise<unknown>) {
    try {
      await send()
    } catch (error) {
      await Promise.all([invalidate(), onOwnChange()])
      throw error
    }
  }

  return {
    create: async (name: string) => {
      const made = await functions.createOrganization({ data: { name } })
      await done(t('created', { name }), true)
      return made
    },
    rename: async (id: string, name: string) => {
      await functions.renameOrganization({ data: { id, name } })
      await done(t('renamed'), true)
    },
    remove: async ({ id, name }: Named) => {
      await withFreshSignIn(() => functions.deleteOrganization({ data: { id } }))
      await onOwnChange()
      void showToast(t('deleted', { name }))
    },
    leave: async ({ id, name }: Named) => {
      await functions.leaveOrganization({ data: { id } })
      await onOwnChange()
      void showToast(t('left', { name }))
    },
    changeRole: async (id: string, userId: string, role: OrganizationRole) => {
      await withFreshSignIn(() => functions.changeRole({ data: { id, userId, role } }))
      await done(t('roleChanged'), true)
    },
    removeMember: async (id: string, { userId, name }: { userId: string; name: string }) => {
      await withFreshSignIn(() => functions.removeMember({ data: { id, userId } }))
      await done(t('removed', { name }))
    },
    invite: async (id: string, fields: InvitationFields) => {
      await withFreshSignIn(() => functions.inviteMember({ data: { id, ...fields } }))
      await done(t('invited'))
    },
    resend: async (invitationId: string) => {
      await withFreshSignIn(() => functions.resendInvitation({ data: { invitationId } }))
      await done(t('invited'))
    },
    withdraw: async (invitationId: string) => {
      await functions.withdrawInvitation({ data: { invitationId } })
      await done(t('withdrawn'))
    },
    accept: async (invitationId: string) => {
      await answer(() => functions.acceptInvitation({ data: { invitationId } }))
      await done(t('welcome'), true)
    },
    decline: async (invitationId: string) => {
      await answer(() => functions.declineInvitation({ data: { invitationId } }))
      await done(t('declined'))
    },
  }
}

export type OrganizationMutations = ReturnType<typeof useOrganizationMutations>
