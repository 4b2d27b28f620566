import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SelectField } from '#ui/select-field.tsx'
import { ownersQuery } from './owners.queries.ts'

interface OwnerFilterProps {
  /** Empty for what is everybody's. */
  organization: string
  /** Shows it only once an organization was chosen, which a link does. */
  isShownOnceChosen?: boolean
  isLabelHidden: boolean
  onChange: (organization: string) => void
}

/** The choice of whose rows administrators see in a list; nothing where there are no organizations. */
export function OwnerFilter({ organization, isShownOnceChosen = false, isLabelHidden, onChange }: OwnerFilterProps) {
  const { t } = useTranslation()
  const isChosen = organization !== ''
  const { data: owners = [] } = useQuery({ ...ownersQuery, enabled: isChosen || !isShownOnceChosen })
  if (!isChosen && (isShownOnceChosen || owners.length === 0)) return null
  const isKnown = !isChosen || owners.some(({ id }) => id === organization)
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
