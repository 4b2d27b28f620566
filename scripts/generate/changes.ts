import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { foreignMentions, OPTIONAL_FEATURES } from '../../src/architecture/foreign-mentions.ts'
import { PlainFailure } from '../support/plain-failure.ts'

const MENTIONS = 'src/architecture/foreign-mentions.test.ts'

/** The changes of a command: the contents of files by their paths from the root. */
export interface Changes {
  made: Map<string, string>
  changed: Map<string, string>
  /** The keys of texts that are still English, by language. */
  untranslated: Record<string, string[]>
  /** The steps that follow for the user. */
  next: string[]
}

/** The files of a plan. */
export type Files = Pick<Changes, 'made' | 'changed'>

/** A feature to which a command adds a part. */
export interface Target {
  /** The folder in `src/features`. */
  folder: string
  /** The name of the feature in code, which all of its manifests export. */
  constant: string
}

/** Reads a file. @throws {PlainFailure} if that fails */
export function readAppFile(root: string, file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch (error) {
    throw new PlainFailure(`Can't read ${file}, to which the generator adds lines. Nothing was written.`, {
      cause: error,
    })
  }
}

/** Finds the feature of `--feature`. @throws {PlainFailure} if there is no such feature */
export function findFeature(root: string, folder: string | undefined): Target {
  const folders = readdirSync(path.join(root, 'src/features')).filter((name) =>
    existsSync(path.join(root, `src/features/${name}/feature.ts`)),
  )
  if (folder === undefined || !folders.includes(folder))
    throw new PlainFailure(
      `${folder === undefined ? 'The feature is missing' : `There is no feature "${folder}"`}. Set --feature to one of ${folders.join(', ')}, or create it first: npm run generate -- feature invoices. Nothing was written.`,
    )
  const file = `src/features/${folder}/feature.ts`
  const [, constant] = /^export const (\w+) = \{$/m.exec(readAppFile(root, file)) ?? []
  if (constant === undefined)
    throw new PlainFailure(
      `The generator can't find the line of the manifest, export const NAME = {, in ${file}. Nothing was written.`,
    )
  return { folder, constant }
}

/** Throws if one of the files exists. @param name the name that the user has chosen */
export function refuseTakenFiles(root: string, name: string, files: Iterable<string>): void {
  const there = [...files].find((file) => existsSync(path.join(root, file)))
  if (there !== undefined)
    throw new PlainFailure(
      `"${name}" is taken, because ${there} already exists. Choose another name. Nothing was written.`,
    )
}

/** Updates the number of files that mention each optional feature. The code for an organization's rows mentions organizations. */
export function updateMentionCounts(root: string, { made, changed }: Files): void {
  const isSource = ([file]: [string, string]) => /^src\/.*\.tsx?$/.test(file)
  const sources = (files: [string, string][]) => files.map(([file, text]) => ({ path: file, text }))
  const before = sources([...changed].filter(isSource).map(([file]) => [file, readAppFile(root, file)]))
  const after = sources([...made, ...changed].filter(isSource))
  const text = Object.entries(OPTIONAL_FEATURES).reduce(
    (text, [name, feature]) => {
      const more = foreignMentions(feature, after).length - foreignMentions(feature, before).length
      const line = new RegExp(`^( {2}'?${name}'?: )(\\d+),$`, 'm')
      return text.replace(line, (_found, start: string, count: string) => `${start}${Number(count) + more},`)
    },
    readAppFile(root, MENTIONS),
  )
  if (text !== readAppFile(root, MENTIONS)) changed.set(MENTIONS, text)
}
