import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '#ui/date-field.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Fields, Row, Section } from './section.tsx'

const DAY = '2027-03-14'

/** Shows the fields to choose one of several, a day, and what is searched for. */
export function Choices() {
  const { t } = useTranslation('kit')
  const [term, setTerm] = useState(() => t('name'))
  const [empty, setEmpty] = useState('')
  const options = [
    { value: 'active', label: t('active') },
    { value: 'long', label: t('long') },
  ]
  return (
    <Section name="choices">
      <Fields>
        <SelectField label={t('status')} options={options} hint={t('hint')} />
        <SelectField label={t('status')} options={options} defaultValue="long" error={t('error')} />
        <SelectField label={t('status')} options={options} disabled />
        <DateField label={t('endsOn')} hint={t('hint')} />
        <DateField label={t('endsOn')} defaultValue={DAY} min={DAY} error={t('error')} />
        <DateField label={t('endsOn')} disabled />
      </Fields>
      <Row>
        <SearchForm searchTerm={empty} onSearch={setEmpty} />
        <SearchForm searchTerm={term} onSearch={setTerm} />
      </Row>
    </Section>
  )
}
