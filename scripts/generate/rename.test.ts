import { expect, test } from 'vitest'
import { namesFor } from './names.ts'
import { rename } from './rename.ts'

const studies = namesFor('case-studies')

test.each([
  ["import { note, user } from '#db/schema.ts'", "import { caseStudy, user } from '#db/schema.ts'"],
  ["import * as notes from './notes.server.ts'", "import * as caseStudies from './case-studies.server.ts'"],
  [
    "import type notes from '../locales/en/notes.json'",
    "import type caseStudies from '../locales/en/caseStudies.json'",
  ],
  ["uniqueViolation('note_name_unique', 'name')", "uniqueViolation('case_study_name_unique', 'name')"],
  ["export const note = pgTable('note', {", "export const caseStudy = pgTable('case_study', {"],
  ['sql`folded(${note.name})`', 'sql`folded(${caseStudy.name})`'],
  ['<FieldEntries note={note} />', '<FieldEntries caseStudy={caseStudy} />'],
  ['insert into note (name) values', 'insert into case_study (name) values'],
  ['[sql`note`, may]', '[sql`case_study`, may]'],
  ["requirePermission('note:read')", "requirePermission('caseStudy:read')"],
  ["{ action: 'note-created' }", "{ action: 'case-study-created' }"],
  ["await consumeDailyChange(context, 'note')", "await consumeDailyChange(context, 'caseStudy')"],
  ["callFunction(visitor, 'notes.listNotes')", "callFunction(visitor, 'case-studies.listCaseStudies')"],
  ["name.startsWith('notes.')", "name.startsWith('case-studies.')"],
  ["staticData: { namespaces: ['notes'] }", "staticData: { namespaces: ['caseStudies'] }"],
  ["t('notes:title')", "t('caseStudies:title')"],
  ["createFileRoute('/app/notes/$id')", "createFileRoute('/app/case-studies/$id')"],
  [String.raw`toHaveURL(/\/manager\/notes$/)`, String.raw`toHaveURL(/\/manager\/case-studies$/)`],
  ['of: SEARCHABLE_NOTES,', 'of: SEARCHABLE_CASE_STUDIES,'],
  ['function NoteForm({ initial }: NoteFormProps)', 'function CaseStudyForm({ initial }: CaseStudyFormProps)'],
  ['/** Notes, by name. */', '/** Case studies, by name. */'],
  ['/** The fields of a note. */', '/** The fields of a case study. */'],
  ["{ name: 'New note' }", "{ name: 'New case study' }"],
  ['"title": "Notes",', '"title": "Case studies",'],
  ["list('notes, no match', '/app')", "list('case studies, no match', '/app')"],
  ['src/routes/-notes-search.ts', 'src/routes/-case-studies-search.ts'],
  ['src/features/notes/pages/note-page.tsx', 'src/features/case-studies/pages/case-study-page.tsx'],
])('rename turns %s into %s', (from, to) => {
  expect(rename(from, studies)).toBe(to)
})

test.each([
  ['invoices', 'an invoice, An invoice, anInvoice()'],
  ['user-stories', 'a user story, A user story, aUserStory()'],
  ['updates', 'an update, An update, anUpdate()'],
])('rename adapts the indefinite article: %s', (plural, expected) => {
  expect(rename('a note, A note, aNote()', namesFor(plural))).toBe(expected)
})

test('rename does not change words that only contain the name, and replaces the name of the label field', () => {
  expect(rename('notify(denoted, footnotes, NOTED)', studies)).toBe('notify(denoted, footnotes, NOTED)')
  expect(rename("t('fields.headline')", studies, 'number')).toBe("t('fields.number')")
})
