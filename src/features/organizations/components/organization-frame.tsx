import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb, DetailHeader } from '#ui/page-header.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useCountText } from '#ui/total.tsx'
import { organizationQuery } from '../organizations.queries.ts'
import { RoleBadge } from './role-badge.tsx'
import { SwitchNotice } from './switch-notice.tsx'

interface FrameProps {
  organization: { id: string }
  /** The main action of the page. */
  action?: ReactNode
  /** A sentence below the tabs. */
  lead?: string | false
  children?: ReactNode
}

/** The frame of an organization's pages: its name and tabs and, after a switch to it, a notice with a button to switch back. */
export function OrganizationFrame({ organization: { id }, action, lead, children }: FrameProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const { viewer } = useRouteContext({ from: '/app' })
  const { name, role, permissions, memberCount, repositoryCount } = useSuspenseQuery(organizationQuery(id)).data
  // The organization that was active before a switch to this one (`shared` for none); empty if there was no switch.
  const { from = '' } = useSearch({ strict: false })
  const isActive = viewer.organization?.id === id
  const repositories = <TabLabel name={t('common:nav.repositories')} count={repositoryCount} />
  const toPage = { params: { id }, search: { from }, activeOptions: { exact: true, includeSearch: false } }
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
      <div className="[&>header]:min-h-control">
        <Breadcrumb parents={[{ to: '/app/organizations', label: t('common:nav.organizations') }]} current={name} />
        <DetailHeader title={name} badges={<RoleBadge role={role} />} action={action} />
        <nav aria-label={name} className="-mt-3 flex flex-wrap gap-x-6 border-b border-hairline">
          {isActive ? (
            <Link to="/app/repositories" activeOptions={toPage.activeOptions} className="tab">
              {repositories}
            </Link>
          ) : (
            // Submit a plain form, like the organization switcher: the new document has no data of the previous organization.
            <form method="post" action="/app/repositories">
              <HiddenFields values={{ intent: 'switch-organization', organizationId: id }} />
              <button type="submit" className="tab cursor-pointer">
                {repositories}
              </button>
            </form>
          )}
          <Link to="/app/organizations/$id" {...toPage} className="tab">
            <TabLabel name={t('common:nav.members')} count={memberCount} />
          </Link>
          {permissions.includes('organization:see-history') && (
            <Link to="/app/organizations/$id/history" {...toPage} className="tab">
              {t('common:nav.organizationHistory')}
            </Link>
          )}
          <Link to="/app/organizations/$id/settings" {...toPage} className="tab">
            {t('common:nav.settings')}
          </Link>
        </nav>
      </div>
      {lead && <p className="-mt-2 max-w-[65ch] text-body text-muted">{lead}</p>}
      {children}
    </div>
  )
}

/** The label of a tab, with the number of rows on its page. */
function TabLabel({ name, count }: { name: string; count: number }) {
  return (
    <>
      {name} <span className="ms-1.5 font-normal text-muted tabular-nums">{useCountText(count)}</span>
    </>
  )
}
