import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withoutEntries } from '../remove/cut.ts'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { relationFields, type Files, type NewFeature, type Owner } from './feature.ts'
import { labelFieldOf, parseFields, type Field } from './fields.ts'
import { rename, TEMPLATE_NAMES } from './rename.ts'
import { choiceFiles, choicesSchema } from './write-choices.ts'
import { columnFiles } from './write-columns.ts'
import { formFiles } from './write-form.ts'
import { filtersOf, serverFiles } from './write-server.ts'
import { journeyFiles } from './write-journey.ts'
import { testFiles } from './write-tests.ts'
import { columnFields, factFields, uiFiles } from './write-ui.ts'
import { availableSwitches, switchFiles, withSwitches } from './switches.ts'

/** The path of the template from the root. The template has the files of a feature at the same paths as in the app. */
export const TEMPLATE_FOLDER = 'scripts/generate/template'

/** The template as a feature. Its field-dependent files are generated too, and committed so that they can be read. */
export const TEMPLATE_FEATURE: NewFeature = {
  names: TEMPLATE_NAMES,
  owner: 'organization',
  fields: parseFields(['headline:text', 'status:draft,final', 'body:longtext?']),
  // Removing a feature also removes its files of the template.
  switches: availableSwitches(path.resolve(import.meta.dirname, '../..')),
  tableFiles: { user: 'src/db/tables/users.ts', organization: 'src/db/tables/organizations.ts' },
}

/** Returns the files of a feature without its texts, by their paths from the root. */
export function codeFiles(root: string, feature: NewFeature): Files {
  const { names, fields } = feature
  const label = labelFieldOf(fields).column
  const copied = Object.entries(copiedFiles(root, feature)).map(([file, text]) => [
    rename(file, names),
    rename(text, names, label),
  ])
  return { ...withSwitches(Object.fromEntries(copied) as Files, feature), ...generatedFiles(feature) }
}

/** Returns the files that depend on the fields. */
export function generatedFiles(feature: NewFeature): Files {
  return {
    ...serverFiles(feature),
    ...columnFiles(feature),
    ...formFiles(feature),
    ...uiFiles(feature),
    ...choicesSchema(feature),
    ...choiceFiles(feature),
    ...testFiles(feature),
    ...journeyFiles(feature),
    ...switchFiles(feature),
  }
}

/** Returns the files that are copied from the template, adapted to this owner and these fields. */
function copiedFiles(root: string, { owner, fields }: NewFeature): Files {
  const written = generatedFiles(TEMPLATE_FEATURE)
  const hasRelations = relationFields(fields).length > 0
  const files = [...filesOf(root, TEMPLATE_FOLDER), ...filesOf(root, `${TEMPLATE_FOLDER}/owners/${owner}`)]
  return Object.fromEntries(
    files
      .filter(({ file }) => !(file in written) && !/^(locales|owners)\//.test(file))
      .map(({ file, text }) => {
        const owned = withoutUnusedParts(adaptedToOwner(text, owner), fields)
        return [file, hasRelations ? withChoices(owned) : owned]
      }),
  )
}

/** Returns the files below a folder, with paths relative to the folder. @throws {PlainFailure} if the folder is missing */
export function filesOf(root: string, folder: string): { file: string; text: string }[] {
  if (!existsSync(path.join(root, folder)))
    throw new PlainFailure(`${folder} is missing, but new features are created from it. Nothing was written.`)
  return filesBelow(root, folder).map((file) => ({
    file: path.posix.relative(folder, file),
    text: readFileSync(path.join(root, file), 'utf8'),
  }))
}

/** Removes all lines that mention organizations, unless an organization owns the rows. */
function adaptedToOwner(text: string, owner: Owner): string {
  if (owner === 'organization') return text
  return withoutEntries(
    text
      .replaceAll(/viewer\.organization \? .* : viewer\.permissions\b/g, 'viewer.permissions')
      .replaceAll('requireScopedPermission', 'requirePermission')
      .replaceAll(', isExportableBy(viewer.id)', '')
      .replaceAll(/^import \{ isExportableBy \}.*\n/gm, '')
      .replaceAll(/^ *await requireRole\(.*\n/gm, '')
      .replaceAll(' requireRole,', ''),
    /organization/i,
  )
}

/** Removes the template's parts for kinds of fields that the feature does not have. */
function withoutUnusedParts(text: string, fields: Field[]): string {
  const isUnused = (lines: RegExp) => (whole: string) => whole.replaceAll(lines, '')
  const cuts: [isThere: boolean, cut: (whole: string) => string][] = [
    [columnFields(fields).length > 0, isUnused(/^.*(useFieldColumns\(|useFieldColumns \}|^ {4}\.\.\.fields,).*\n/gm)],
    [
      filtersOf(fields).length > 0,
      isUnused(/^.*\bFilterChips\b.*\n|, \.\.\.filters(?= \}: Note)|, matchesFilter\(filters\)|\bmatchesFilter, /gm),
    ],
    [factFields(fields).length > 0, isUnused(/^ *<FieldEntries .*\n|\bFieldEntries, /gm)],
    [fields.some(({ kind }) => kind === 'longtext'), isUnused(/^ *<LongTexts .*\n|, LongTexts\b/gm)],
    [fields.length > 1, isUnused(/^import .*note-entries\.tsx'\n/gm)],
  ]
  return cuts.reduce((whole, [isThere, cut]) => (isThere ? whole : cut(whole)), text)
}

/** Adds the code that checks references to users and organizations. */
function withChoices(text: string): string {
  return text
    .replace(
      'import { noteFields, type NoteDetail, type NoteFields,',
      "import { requireChoices } from './note-choices.server.ts'\n$&",
    )
    .replace("    await takeRoom(context, 'note', roomOf(context))\n", '$&    await requireChoices(context, input)\n')
    .replace('    if (isSame(before, toRow(input))) return\n', '$&    await requireChoices(context, input, before)\n')
    .replace('<NoteControls form={form} />', '<NoteControls form={form} note={note} />')
}
