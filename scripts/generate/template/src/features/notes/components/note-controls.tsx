import { useTranslation } from 'react-i18next'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import type { useSaveForm } from '#ui/use-save-form.ts'
import { STATUSES } from '../notes.choices.ts'
import type { NoteDetail, NoteFields, NoteTexts } from '../notes.fields.ts'

type Form = ReturnType<typeof useSaveForm<NoteTexts, NoteFields, never>>

/** Returns the initial texts of the form. */
export function textsOf(note?: NoteDetail): NoteTexts {
  return note
    ? {
        headline: note.headline,
        status: note.status,
        body: note.body ?? '',
      }
    : {
        headline: '',
        status: 'draft',
        body: '',
      }
}

interface NoteControlsProps {
  form: Pick<Form, 'field' | 'choice'>
}

/** The controls of a note's form. */
export function NoteControls({ form: { field, choice } }: NoteControlsProps) {
  const { t } = useTranslation(['notes', 'common'])

  return (
    <>
      <TextField autoComplete="off" dir="auto" label={t('fields.headline')} autoFocus {...field('headline')} />
      <SelectField
        options={STATUSES.map((value) => ({ value, label: t(`choices.status.${value}`) }))}
        label={t('fields.status')}
        {...choice('status')}
      />
      <TextareaField dir="auto" isOptional label={t('fields.body')} {...field('body')} />
    </>
  )
}
