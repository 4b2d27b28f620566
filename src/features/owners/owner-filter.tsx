import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChoiceChip } from '#ui/filter-chip.tsx'
import { ownerOrganizationsQuery } from './owners.queries.ts'

/** The filter by owner for administrators. Renders nothing until an organization is chosen, for example by a link. */
export function OwnerFilter({ organization }: { organization: string }) {
  const { t } = useTranslation()
  const isChosen = organization !== ''
  const { data: owners = [] } = useQuery({ ...ownerOrganizationsQuery(organization), enabled: isChosen })
  if (!isChosen) return null
  const isKnown = owners.some(({ id }) => id === organization)
  return (
    <ChoiceChip
      name="organization"
      label={t('owner.label')}
      value={organization}
      options={[
        ...owners.map(({ id, name }) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value: organization, label: t('owner.other') }]),
      ]}
    />
  )
}
