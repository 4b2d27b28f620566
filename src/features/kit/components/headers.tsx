import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { Section } from './section.tsx'

/** Shows page headers with little and with much content. */
export function Headers() {
  const { t } = useTranslation('kit')
  const action = <Button variant="primary">{t('action')}</Button>
  return (
    <Section name="headers">
      <PageHeader title={t('name')} />
      <PageHeader title={t('name')} tools={<SearchForm searchTerm="" onSearch={() => undefined} />} action={action} />
      <PageHeader title={t('long')} action={action} />
    </Section>
  )
}
