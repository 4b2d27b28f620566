import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChoiceChip } from '#ui/filter-chip.tsx'
import { ownerOrganizationsQuery } from './owners.queries.ts'

interface OwnerFilterProps {
  /** The chosen organization's ID; empty for shared rows. */
  organization: string
  /** Whether to hide the filter as long as no organization is chosen. One can be chosen otherwise, for example by a link. */
  isShownOnceChosen?: boolean
}

/** The filter by owner for administrators; renders nothing if there are no organizations. */
export function OwnerFilter({ organization, isShownOnceChosen = false }: OwnerFilterProps) {
  const { t } = useTranslation()
  const isChosen = organization !== ''
  const { data: owners = [] } = useQuery({ ...ownerOrganizationsQuery, enabled: isChosen || !isShownOnceChosen })
  if (!isChosen && (isShownOnceChosen || owners.length === 0)) return null
  const isKnown = !isChosen || owners.some(({ id }) => id === organization)
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
