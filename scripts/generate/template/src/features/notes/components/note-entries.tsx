import { useTranslation } from 'react-i18next'
import { DescriptionEntry, Section } from '#ui/section.tsx'
import type { NoteDetail } from '../notes.fields.ts'

interface EntriesProps {
  note: NoteDetail
}

/** The short fields of a note, as facts on its page. */
export function FieldEntries({ note }: EntriesProps) {
  const { t } = useTranslation('notes')
  return (
    <>
      <DescriptionEntry name={t('fields.status')}>{t(`choices.status.${note.status}`)}</DescriptionEntry>
    </>
  )
}

/** The long texts of a note, each in its own section. */
export function LongTexts({ note }: EntriesProps) {
  const { t } = useTranslation('notes')
  return (
    <>
      {note.body !== null && (
        <Section title={t('fields.body')}>
          <p dir="auto" className="break-words whitespace-pre-line">
            {note.body}
          </p>
        </Section>
      )}
    </>
  )
}
