import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { DateField } from '#ui/date-field.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { useApiKeyMutations } from '../api-keys.mutations.ts'
import { apiKeyFields, LIFETIMES, type NewApiKey } from '../api-keys.schema.ts'
import { ScopesField } from './scopes-field.tsx'
import { apiKeysConfig } from '../api-keys.config.ts'

/** The lifetime that the form proposes, in days. */
const PROPOSED_LIFETIME = String(apiKeysConfig.daysOffered[1])

/** The form for a new key: its name, scopes and lifetime. */
export function NewKeyForm({ onCancel, onMade }: { onCancel: () => void; onMade: (made: NewApiKey) => void }) {
  const { t } = useTranslation('api-keys')
  const { create } = useApiKeyMutations()
  const [lifetime, setLifetime] = useState<string>(PROPOSED_LIFETIME)
  const { field, choice, ...form } = useSaveForm({
    schema: apiKeyFields,
    initial: { name: '', scopes: '', lifetime: PROPOSED_LIFETIME, lastDay: '' },
    sentence: (key: MessageKeyOf<'api-keys'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (fields) => onMade(await create(fields)),
  })
  const { ref: _ref, ...scopes } = choice('scopes')
  const { onChange: chooseLifetime, ...lifetimeField } = choice('lifetime')
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t('name')} hint={t('nameHint')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
      <ScopesField label={t('scopes')} {...scopes} />
      <SelectField
        label={t('lifetime')}
        {...lifetimeField}
        options={LIFETIMES.map((value) => ({
          value,
          label: value === 'until' ? t('untilDay') : t('forDays', { count: Number(value) }),
        }))}
        onChange={(value) => {
          setLifetime(value)
          chooseLifetime(value)
        }}
      />
      {lifetime === 'until' && (
        <DateField
          label={t('lastDay')}
          hint={t('lastDayHint', { count: apiKeysConfig.maxDays })}
          {...field('lastDay')}
        />
      )}
      <FormEnd {...form} submitLabel={t('create')} onCancel={onCancel} />
    </form>
  )
}
