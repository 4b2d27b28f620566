import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { Fields, Section } from './section.tsx'

/** Shows fields of one line and of several: empty, with a hint, wrong, read-only, disabled. */
export function TextFields() {
  const { t } = useTranslation('kit')
  return (
    <Section name="fields">
      <Fields>
        <TextField label={t('name')} placeholder={t('sentence')} hint={t('hint')} />
        <TextField label={t('name')} defaultValue={t('sentence')} error={t('error')} />
        <TextField label={t('name')} defaultValue={t('sentence')} readOnly hint={t('hint')} />
        <TextField label={t('name')} defaultValue={t('sentence')} disabled hint={t('hint')} />
        <TextField label={t('name')} defaultValue={t('long')} error={t('long')} errorLines={2} />
        <TextareaField label={t('name')} placeholder={t('sentence')} error={t('error')} />
        <TextareaField label={t('name')} defaultValue={t('sentence')} disabled />
      </Fields>
    </Section>
  )
}
