import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_SCOPES } from '#api/api-scopes.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { useApiKeyMutations } from '../api-keys.mutations.ts'
import { apiKeyFields, LIFETIMES, scopesIn, type NewApiKey } from '../api-keys.schema.ts'
import { useScopeText } from './api-key-columns.tsx'
import { apiKeysConfig } from '../api-keys.config.ts'

/** The lifetime that the form proposes, in days. */
const PROPOSED_LIFETIME = String(apiKeysConfig.daysOffered[1])
const SCOPE_GROUPS = Object.keys(API_SCOPES) as (keyof typeof API_SCOPES)[]

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
  const { onChange: chooseScopes, error: scopesError } = choice('scopes')
  const { onChange: chooseLifetime, ...lifetimeField } = choice('lifetime')
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t('name')} hint={t('nameHint')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
      <Scopes onChange={chooseScopes} error={scopesError} />
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

interface ScopesProps {
  /** Called with all ticked scopes, separated by commas. */
  onChange: (scopes: string) => void
  error: string | undefined
}

function Scopes({ onChange, error }: ScopesProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const scopeText = useScopeText()
  const [ticked, setTicked] = useState('')

  function toggle(scope: string) {
    const chosen = new Set<string>(scopesIn(ticked))
    if (!chosen.delete(scope)) chosen.add(scope)
    const changed = scopesIn([...chosen].join(',')).join(',')
    setTicked(changed)
    onChange(changed)
  }

  return (
    <fieldset className="min-w-0" aria-describedby="scopes-message">
      <legend className="mb-1.5 font-medium">{t('scopes')}</legend>
      <div className="grid gap-3 rounded-control border border-hairline p-3">
        {SCOPE_GROUPS.map((group) => (
          <div key={group} role="group" aria-labelledby={`scopes-${group}`}>
            <p id={`scopes-${group}`} className="text-small text-muted">
              {t(`common:nav.${group}`)}
            </p>
            {API_SCOPES[group].map((scope) => (
              <ChoiceInput
                key={scope}
                checked={scopesIn(ticked).includes(scope)}
                onChange={() => toggle(scope)}
                className="min-h-11 sm:min-h-7"
                label={scopeText(scope)}
              />
            ))}
          </div>
        ))}
      </div>
      <FieldMessage id="scopes-message" error={error} />
    </fieldset>
  )
}
