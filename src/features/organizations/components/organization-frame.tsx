import { useRouteContext, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrganizationDetail } from '../organizations.schema.ts'
import { OrganizationHead } from './organization-tabs.tsx'
import { RoleBadge } from './role-badge.tsx'
import { SwitchNotice } from './switch-notice.tsx'

interface FrameProps {
  organization: OrganizationDetail
  /** The main action of the page. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of an organization's pages: its name and tabs and, after a switch to it, a notice with a button to switch back. */
export function OrganizationFrame({ organization, action, children }: FrameProps) {
  const { t } = useTranslation('organizations')
  const { viewer } = useRouteContext({ from: '/app' })
  // The organization that was active before a switch to this one (`shared` for none); empty if there was no switch.
  const { from = '' } = useSearch({ strict: false })
  const { id, name, role, permissions } = organization
  const isActive = viewer.organization?.id === id
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {isActive && from !== '' && (
        <SwitchNotice
          isDone
          text={t('entered', { name })}
          label={t('switchBack')}
          organizationId={from === 'shared' ? '' : from}
        />
      )}
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
