import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { Section } from '#ui/section.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useAction } from '#ui/use-error-text.ts'
import type { ImportDetail } from '../imports.schema.ts'
import { fieldLabel } from '../field-label.ts'

interface ColumnMatchProps {
  draft: ImportDetail
  onCheck: (columns: ImportDetail['columns']) => Promise<void>
}

/** The form that matches each field with a column of the file. Initially, columns are guessed by their headers. */
export function ColumnMatch({ draft, onCheck }: ColumnMatchProps) {
  const { t } = useTranslation(['imports', 'users', 'repositories'])
  const { header, samples, fields, total, checked } = draft
  const [columns, setColumns] = useState(draft.columns)
  const [isTried, setIsTried] = useState(false)
  const { errorText, isBusy, run } = useAction()
  const isMissing = ({ name, isRequired }: ImportDetail['fields'][number]) =>
    isRequired && (columns[name] ?? null) === null

  /** Chooses the column of a field, and removes it from any other field. */
  function choose(name: string, place: number | null) {
    const others = Object.entries(columns).map(([other, taken]) => [other, taken === place ? null : taken] as const)
    setColumns({ ...Object.fromEntries(others), [name]: place })
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!fields.some(isMissing)) run(() => onCheck(columns))
  }

  return (
    <Section title={t('match')}>
      <p className="mb-4 text-muted">{t('matchLead', { file: isolateDirection(draft.fileName) })}</p>
      <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
        {fields.map((field) => {
          const place = columns[field.name] ?? null
          const values = place === null ? [] : (samples[place] ?? []).filter(Boolean)
          return (
            <SelectField
              key={field.name}
              label={fieldLabel(t, draft.thing, field.name)}
              value={place === null ? '' : String(place)}
              disabled={isBusy}
              options={[
                { value: '', label: t('none') },
                ...header.map((name, position) => ({
                  value: String(position),
                  label: name.trim() || `${position + 1}`,
                })),
              ]}
              onChange={(chosen) => choose(field.name, chosen === '' ? null : Number(chosen))}
              hint={
                values.length === 0 ? undefined : t('firstValues', { values: values.map(isolateDirection).join(' · ') })
              }
              error={isTried && isMissing(field) ? t('missingColumn') : undefined}
            />
          )
        })}
        <FormError text={errorText} />
        <p role="status" className="text-small text-muted tabular-nums">
          {isBusy && t('checkedOf', { checked, total })}
        </p>
        <FormButtons>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? t('checking') : t('check')}
          </Button>
        </FormButtons>
      </form>
    </Section>
  )
}
