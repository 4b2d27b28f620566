import { FormEnd } from '#ui/form-end.tsx'
import { HiddenFields, type HiddenFormFields } from '#ui/plain-form.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { noteFields, type NoteDetail, type NoteTexts } from '../notes.fields.ts'
import { NoteControls, textsOf } from './note-controls.tsx'

interface NoteFormProps {
  /** The current values; absent for a new note. */
  note?: NoteDetail
  plain: HiddenFormFields
  submitLabel: string
  /** Saves the texts; an error is shown at its field or above the button. */
  onSave: (texts: NoteTexts) => Promise<void>
  /** Closes the form without saving. */
  onCancel: () => void
}

/** The form for a note. If saving fails, the input stays. */
export function NoteForm({ note, plain, submitLabel, onSave, onCancel }: NoteFormProps) {
  const form = useSaveForm({
    intent: plain.intent,
    schema: noteFields,
    initial: textsOf(note),
    sentence: (key: never) => key,
    onSave: (_fields, texts) => onSave(texts),
  })

  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <HiddenFields values={plain} />
      <NoteControls form={form} />
      <FormEnd {...form} submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  )
}
