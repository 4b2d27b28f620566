import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#lib/page.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Switch } from '#ui/checkbox.tsx'
import { Combobox, type Choice } from '#ui/combobox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { MoneyField, NumberField } from '#ui/number-field.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { checkSample, listCountries } from '../kit.functions.ts'
import { CURRENCY, FILE_TYPES, MAX_KILOBYTES, PLANS, sampleFields } from '../kit.schema.ts'
import { Section } from './section.tsx'

const INTENT = 'check-sample'
const EMPTY = {
  name: '',
  quantity: '1',
  weight: '',
  price: '12.50',
  endsOn: '',
  plan: 'monthly',
  country: '',
  isGift: '',
  isTold: 'on',
  file: undefined,
}

export interface SampleFormProps {
  countries: Page<Choice>
  /** The search term of the country field if the form was submitted without JavaScript. */
  searched: string
}

/** Shows a form with a field of each kind. The server checks the input, and stores nothing. */
export function SampleForm({ countries, searched }: SampleFormProps) {
  const { t } = useTranslation(['kit', 'common'])
  const [answer, setAnswer] = useState('')
  const { field, choice, tick, file, errorText, isBusy, onSubmit } = useSaveForm({
    intent: INTENT,
    schema: sampleFields,
    initial: EMPTY,
    sentence: (key: never) => key,
    onSave: async ({ name }, sent) => {
      const form = new FormData()
      for (const [part, value] of Object.entries(sent)) if (value !== undefined) form.append(part, value)
      const { file: _file, ...understood } = await checkSample({ data: form })
      setAnswer(`${t('sample.saved', { name })} ${JSON.stringify(understood)}`)
    },
  })
  return (
    <Section name="form">
      <form method="post" encType="multipart/form-data" noValidate onSubmit={onSubmit} className="form-card">
        <HiddenFields values={{ intent: INTENT }} />
        <TextField label={t('name')} autoComplete="off" dir="auto" {...field('name')} />
        <NumberField isWhole label={t('sample.quantity')} {...field('quantity')} />
        <NumberField isOptional label={t('sample.weight')} {...field('weight')} />
        <MoneyField currency={CURRENCY} label={t('sample.price')} {...field('price')} />
        <DateField isOptional label={t('endsOn')} {...field('endsOn')} />
        <Combobox
          label={t('sample.country')}
          find={(wanted) => listCountries({ data: wanted })}
          queryKey={['kit', 'countries']}
          first={countries}
          searched={searched}
          {...choice('country')}
        />
        <RadioGroup
          label={t('sample.plan')}
          options={PLANS.map((value) => ({ value, label: t(`sample.plans.${value}`) }))}
          {...choice('plan')}
        />
        <FileField
          isOptional
          label={t('sample.file')}
          hint={t('sample.fileHint', { kilobytes: MAX_KILOBYTES })}
          accept={FILE_TYPES.join()}
          {...file('file')}
        />
        <Checkbox label={t('sample.isGift')} hint={t('sample.giftHint')} {...tick('isGift')} />
        <Switch label={t('sample.isTold')} {...tick('isTold')} />
        <FormError text={errorText} />
        <p role="status" className="break-words text-success empty:sr-only">
          {answer}
        </p>
        <FormButtons>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? t('common:saving') : t('common:save')}
          </Button>
        </FormButtons>
      </form>
    </Section>
  )
}
