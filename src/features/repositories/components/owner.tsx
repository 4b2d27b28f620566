import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Entry } from '#ui/entry.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { ownersQuery, repositoryCountQuery } from '../repositories.queries.ts'
import type { AskedOwner, RepositoryDetail } from '../repositories.schema.ts'

interface OwnerFilterProps {
  organization: string
  isLabelHidden: boolean
  onChange: (organization: string) => void
}

/** The choice of whose repositories administrators see, once a link has led to those of an organization. */
export function OwnerFilter({ organization, isLabelHidden, onChange }: OwnerFilterProps) {
  const { t } = useTranslation('discovery')
  const { data: owners = [] } = useQuery(ownersQuery)
  const isKnown = owners.some(({ id }) => id === organization)
  return (
    <SelectField
      name="organization"
      label={t('owner.label')}
      isLabelHidden={isLabelHidden}
      value={organization}
      options={[
        { value: '', label: t('owner.everybody') },
        ...owners.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value: organization, label: t('owner.other') }]),
      ]}
      onChange={onChange}
    />
  )
}

/** The organization among the facts about a repository, leading to all it has; nothing for what is everybody's. */
export function Owner({ organization }: Pick<RepositoryDetail, 'organization'>) {
  const { t } = useTranslation('discovery')
  if (!organization) return null
  return (
    <Entry name={t('owner.label')}>
      <Link to="/manager/repositories" search={{ organization: organization.id }} className="text-link">
        <bdi>{organization.name}</bdi>
      </Link>
    </Entry>
  )
}

/** Counts the repositories of the organization that a new one would be of; nothing for those that are everybody's. */
export function useOwnersRoom(owner: AskedOwner, isAsked: boolean) {
  const { data: used } = useQuery({
    ...repositoryCountQuery({ ...owner, searchTerm: '' }),
    enabled: isAsked && Boolean(owner.organization),
  })
  return { used, most: appConfig.repository.mostPerOrganization }
}
