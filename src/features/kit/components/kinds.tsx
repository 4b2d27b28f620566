import { useTranslation } from 'react-i18next'
import { Checkbox, Switch } from '#ui/checkbox.tsx'
import { FileField } from '#ui/file-field.tsx'
import { MoneyField, NumberField } from '#ui/number-field.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { CURRENCY, MOST_KILOBYTES, PLANS } from '../kit.schema.ts'
import { Fields, Section } from './section.tsx'

/** Shows the fields that take more than text: on and off, one of a few, numbers, money, files, each wrong and disabled too. */
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
        <Checkbox label={t('sample.isGift')} error={t('error')} />
        <Checkbox label={t('sample.isGift')} disabled />
        <Switch label={t('sample.isTold')} defaultChecked />
        <Switch label={t('sample.isTold')} hint={t('hint')} />
        <Switch label={t('sample.isTold')} disabled defaultChecked />
        <RadioGroup name="plan-1" label={t('sample.plan')} options={plans} defaultValue="yearly" hint={t('hint')} />
        <RadioGroup name="plan-2" label={t('sample.plan')} options={plans} error={t('error')} />
        <RadioGroup name="plan-3" label={t('sample.plan')} options={plans} disabled />
        <FileField label={t('sample.file')} hint={t('sample.fileHint', { kilobytes: MOST_KILOBYTES })} />
        <FileField label={t('sample.file')} error={t('error')} />
        <FileField label={t('sample.file')} disabled />
      </Fields>
    </Section>
  )
}
