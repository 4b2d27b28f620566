import { Link, useRouteContext } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#auth/permissions.ts'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'

interface OrganizationHeadProps extends Pick<ComponentProps<typeof DetailHeader>, 'badges' | 'action'> {
  organization: { id: string; name: string }
  /** Whether this is the session's active organization, so that its repositories can be shown without a switch. */
  isActive?: boolean
  /** The viewer's permissions in the organization; those in the active one by default. */
  permissions?: Permission[]
  /** The ID of the organization that was active before a switch to this one (`shared` for none); empty if there was no switch. */
  from?: string
}

/** The head of an organization's pages: its name, and the tabs for its repositories, members and settings. */
export function OrganizationHead({
  organization,
  isActive = true,
  permissions,
  from = '',
  ...header
}: OrganizationHeadProps) {
  const { viewer } = useRouteContext({ from: '/app' })
  const { t } = useTranslation()
  const { id, name } = organization
  const toPage = { params: { id }, search: { from }, activeOptions: { exact: true, includeSearch: false } }
  return (
    <div className="[&>header]:min-h-control">
      <Breadcrumb parents={[{ to: '/app/organizations', label: t('nav.organizations') }]} current={name} />
      <DetailHeader title={name} {...header} />
      <nav aria-label={name} className="-mt-3 flex flex-wrap gap-x-6 border-b border-hairline">
        {isActive ? (
          <Link to="/app/repositories" activeOptions={toPage.activeOptions} className="tab">
            {t('nav.repositories')}
          </Link>
        ) : (
          // Submit a plain form, like the organization switcher: the new document has no data of the previous organization.
          <form method="post" action="/app/repositories">
            <HiddenFields values={{ intent: 'switch-organization', organizationId: id }} />
            <button type="submit" className="tab cursor-pointer">
              {t('nav.repositories')}
            </button>
          </form>
        )}
        <Link to="/app/organizations/$id" {...toPage} className="tab">
          {t('nav.members')}
        </Link>
        {(permissions ?? viewer.permissionsInOrganization)?.includes('organization:see-history') && (
          <Link to="/app/organizations/$id/history" {...toPage} className="tab">
            {t('nav.organizationHistory')}
          </Link>
        )}
        <Link to="/app/organizations/$id/settings" {...toPage} className="tab">
          {t('nav.settings')}
        </Link>
      </nav>
    </div>
  )
}
