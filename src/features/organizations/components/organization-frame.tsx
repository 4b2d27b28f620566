import { useRouteContext, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import type { OrganizationDetail } from '../organizations.schema.ts'
import { OrganizationHead } from './organization-tabs.tsx'
import { RoleBadge } from './role-badge.tsx'

interface FrameProps {
  organization: OrganizationDetail
  /** The main action of the page. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of an organization's pages: its name and tabs and, after a switch to it, a notice with a button to switch back. */
export function OrganizationFrame({ organization, action, children }: FrameProps) {
  const { viewer } = useRouteContext({ from: '/app' })
  // The organization that was active before a switch to this one (`shared` for none); empty if there was no switch.
  const { from = '' } = useSearch({ strict: false })
  const { id, name, role, permissions } = organization
  const isActive = viewer.organization?.id === id
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isActive && from !== '' && <SwitchNotice name={name} from={from} />}
      <OrganizationHead
        organization={organization}
        isActive={isActive}
        permissions={permissions}
        from={from}
        badges={<RoleBadge role={role} />}
        action={action}
      />
      {children}
    </div>
  )
}

function SwitchNotice({ name, from }: { name: string; from: string }) {
  const { t } = useTranslation('organizations')
  return (
    <form
      method="post"
      className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-success-surface p-3 text-success"
    >
      <HiddenFields values={{ intent: 'switch-organization', organizationId: from === 'shared' ? '' : from }} />
      <p role="status" className="min-w-0 flex-[1_1_12rem] break-words">
        {t('entered', { name })}
      </p>
      <Button type="submit">{t('switchBack')}</Button>
    </form>
  )
}
