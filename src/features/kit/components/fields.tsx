import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, Switch } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { MoneyField, NumberField } from '#ui/number-field.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { CURRENCY, MAX_KILOBYTES, PLANS } from '../kit.schema.ts'
import { Fields, Section } from './section.tsx'

/** Shows text fields of one and of several lines: empty, with a hint, with an error, read-only, disabled. */
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

const DAY = '2027-03-14'

/** Shows the fields for a choice, a day and a search. */
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
      <Fields>
        <SearchForm searchTerm={empty} onSearch={setEmpty} />
        <SearchForm searchTerm={term} onSearch={setTerm} />
      </Fields>
    </Section>
  )
}

/** Shows fields for values other than text: booleans, choices, numbers, money, files. Some have an error or are disabled. */
export function Kinds() {
  const { t } = useTranslation('kit')
  const plans = PLANS.map((value) => ({ value, label: t(`sample.plans.${value}`) }))
  return (
    <Section name="kinds">
      <Fields>
        <NumberField label={t('sample.quantity')} defaultValue="1234" hint={t('hint')} />
        <NumberField label={t('sample.quantity')} defaultValue="-5" error={t('error')} />
        <MoneyField currency={CURRENCY} label={t('sample.price')} defaultValue="1200" />
        <Checkbox label={t('sample.isGift')} hint={t('sample.giftHint')} defaultChecked />
        <Checkbox label={t('sample.isGift')} hint={t('sample.giftHint')} error={t('error')} />
        <Checkbox label={t('sample.isGift')} hint={t('sample.giftHint')} disabled />
        <Switch label={t('sample.isTold')} hint={t('hint')} defaultChecked />
        <Switch label={t('sample.isTold')} hint={t('hint')} />
        <Switch label={t('sample.isTold')} hint={t('hint')} disabled defaultChecked />
        <RadioGroup name="plan-1" label={t('sample.plan')} options={plans} defaultValue="yearly" hint={t('hint')} />
        <RadioGroup name="plan-2" label={t('sample.plan')} options={plans} error={t('error')} />
        <RadioGroup name="plan-3" label={t('sample.plan')} options={plans} disabled />
        <FileField label={t('sample.file')} hint={t('sample.fileHint', { kilobytes: MAX_KILOBYTES })} />
        <FileField label={t('sample.file')} error={t('error')} />
        <FileField label={t('sample.file')} disabled />
      </Fields>
    </Section>
  )
}
