import { Link } from '@tanstack/react-router'
import { Check, ChevronDown, Plus, Settings2, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useDismissibleDetails } from '#ui/use-dismissible-details.ts'

interface SwitcherProps {
  viewer: Pick<Viewer, 'organization' | 'organizations'>
}

/** Shows the active organization and switches it; renders nothing for users without organizations. */
export function OrganizationSwitcher({ viewer, className }: SwitcherProps & { className: string }) {
  const { t } = useTranslation()
  const details = useDismissibleDetails()
  if (!viewer.organizations) return null
  return (
    <details {...details} className={`relative ${className}`}>
      <summary className="place w-full cursor-pointer list-none gap-2">
        <UsersRound aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only">{t('owner.label')} </span>
        <bdi className="min-w-0 truncate collapsed:sr-only">{viewer.organization?.name ?? t('nav.all')}</bdi>
        <ChevronDown aria-hidden="true" className="ms-auto size-4 shrink-0 collapsed:hidden" />
      </summary>
      <div className="account-panel start-0 top-full mt-2">
        <OrganizationChoices viewer={viewer} />
        <div className="panel-group">
          <NewOrganizationLink />
          <Link to="/app/organizations" activeOptions={{ exact: true, includeSearch: false }} className="place">
            <Settings2 aria-hidden="true" />
            {t('nav.manageOrganizations')}
          </Link>
        </div>
      </div>
    </details>
  )
}

/** The link to the dialog that creates an organization. */
export function NewOrganizationLink() {
  const { t } = useTranslation()
  return (
    <Link to="/app/organizations" search={{ dialog: 'new' }} className="place">
      <Plus aria-hidden="true" />
      {t('nav.newOrganization')}
    </Link>
  )
}

/**
 * The organizations to choose from, a button each. Always a plain form, which loads a new document, so that no data of the
 * previous organization stays in memory.
 */
export function OrganizationChoices({ viewer: { organization, organizations } }: SwitcherProps) {
  const { t } = useTranslation()
  const choices = [{ id: '', name: t('nav.all') }, ...(organizations ?? [])]
  return (
    <form method="post" aria-label={t('nav.organizations')}>
      <HiddenFields values={{ intent: 'switch-organization' }} />
      {choices.map(({ id, name }) => {
        const isActive = id === (organization?.id ?? '')
        return (
          <button
            key={id}
            type="submit"
            name="organizationId"
            value={id}
            aria-pressed={isActive}
            className="place cursor-pointer text-start"
          >
            <Check aria-hidden="true" className={isActive ? '' : 'invisible'} />
            <bdi className="min-w-0 py-1 wrap-anywhere">{name}</bdi>
          </button>
        )
      })}
    </form>
  )
}
