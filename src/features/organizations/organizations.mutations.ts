import { useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { showToast } from '#ui/toast.ts'
import { useChangeWithToast } from '#ui/use-change.ts'
import * as functions from './organizations.functions.ts'
import { organizationsKey } from './organizations.queries.ts'
import type { InvitationFields } from './organizations.schema.ts'

interface NamedOrganization {
  id: string
  name: string
}

/** The mutations of organizations, with cache updates and toasts. */
export function useOrganizationMutations() {
  const { refetchViewer } = useRouteContext({ from: '__root__' })
  const { change, invalidate } = useChangeWithToast(organizationsKey)
  const { t } = useTranslation('organizations')

  /** Accepts or declines an invitation. Reloads the queries after a failure too, because another tab might have answered it. */
  async function answerInvitation<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      await Promise.all([invalidate(), refetchViewer()])
      throw error
    }
  }

  return {
    create: (name: string) => functions.createOrganization({ data: { name } }),
    rename: async (id: string, name: string) => {
      await functions.renameOrganization({ data: { id, name } })
      await invalidate()
      await refetchViewer()
      void showToast(t('renamed'))
    },
    remove: async ({ id, name, typed }: NamedOrganization & { typed: string }) => {
      await functions.deleteOrganization({ data: { id, typed } })
      await refetchViewer()
      void showToast(t('deleted', { name }))
    },
    leave: async ({ id, name }: NamedOrganization) => {
      await functions.leaveOrganization({ data: { id } })
      await refetchViewer()
      void showToast(t('left', { name }))
    },
    changeRole: (id: string, userId: string, role: OrganizationRole) =>
      change(functions.changeRole({ data: { id, userId, role } }), t('roleChanged')),
    removeMember: (id: string, { userId, name }: { userId: string; name: string }) =>
      change(functions.removeMember({ data: { id, userId } }), t('removed', { name })),
    invite: (id: string, fields: InvitationFields) =>
      change(functions.inviteMember({ data: { id, ...fields } }), t('invited')),
    resend: (invitationId: string) => change(functions.resendInvitation({ data: { invitationId } }), t('invited')),
    withdraw: (invitationId: string) =>
      change(functions.withdrawInvitation({ data: { invitationId } }), t('withdrawn')),
    accept: (invitationId: string) => answerInvitation(() => functions.acceptInvitation({ data: { invitationId } })),
    decline: (invitationId: string) =>
      change(
        answerInvitation(() => functions.declineInvitation({ data: { invitationId } })),
        t('declined'),
      ),
  }
}
