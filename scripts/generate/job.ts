import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseCronItems } from 'graphile-worker'
import { formatLogRow } from '../../src/architecture/log-lines.ts'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import {
  updateMentionCounts,
  findFeature,
  readAppFile,
  refuseTakenFiles,
  type Changes,
  type Files,
  type Target,
} from './changes.ts'
import { insertImport, insertInto, insertSorted } from './edit.ts'
import { nameFor, type Spellings } from './names.ts'
import { stepsAfterJob } from './next-steps.ts'
import { identifiersIn } from './plan.ts'
import { withServerFeature } from './shared-files.ts'
import { jobCode, jobTest } from './write-job.ts'

/** A requested job. */
export interface JobRequest {
  name: string
  /** The folder of the feature that gets the job. */
  feature: string | undefined
  /** The times at which the job runs, in UTC; absent for a job that only code queues. */
  cron?: string | undefined
}

/** The beginning of the names of tasks that send an email, in `src/queue/dead-jobs.server.ts`. */
const MAIL_PREFIX = 'send-'
const SERVER_LIST = 'src/features.server.ts'
const LOG_DOCUMENT = 'docs/log.md'

/**
 * Plans the files of a new task of the queue. Writes no file.
 * @throws {PlainFailure} for an invalid or taken name, an unknown feature, or an invalid cron expression
 */
export function planJob(root: string, request: JobRequest): Changes {
  const name = nameFor(request.name)
  const target = findFeature(root, request.feature)
  // Between the parts, any white space is valid, but only spaces can stand in the code.
  const cron = request.cron?.trim().split(/\s+/).join(' ')
  if (cron !== undefined) requireCron(cron)
  const task = `${target.folder}-${name.kebab}`
  const file = `src/features/${target.folder}/${name.kebab}.server.ts`
  const job = { name, task, cron }
  const made = new Map([
    [file, jobCode(job)],
    [file.replace('.server.ts', '.server.test.ts'), jobTest(job)],
  ])
  refuseTakenFiles(root, name.kebab, made.keys())
  refuseTakenNames(root, name, task)
  const line = { event: `${task}.finished`, level: 'info', message: 'the job is done', file }
  const changed = new Map([
    [
      LOG_DOCUMENT,
      insertSorted(
        { file: LOG_DOCUMENT, text: readAppFile(root, LOG_DOCUMENT) },
        /^\| `([^`]+)` \|/,
        line.event,
        formatLogRow(line),
      ),
    ],
  ])
  addTask(root, target, name, { made, changed })
  updateMentionCounts(root, { made, changed })
  return { made, changed, untranslated: {}, next: stepsAfterJob(file) }
}

function requireCron(cron: string) {
  try {
    parseCronItems([{ task: 'job', match: cron }])
  } catch {
    throw new PlainFailure(
      `"${cron}" isn't a cron expression. Use five parts in quotation marks: minute, hour, day, month and day of the week, in UTC, like --cron '0 7 * * *'. Nothing was written.`,
    )
  }
}

/** Throws if the task's name, or a name in its code, is already used for something else. */
function refuseTakenNames(root: string, name: Spellings, task: string) {
  if (task.startsWith(MAIL_PREFIX))
    throw new PlainFailure(
      `"${task}" isn't a valid task name, because ${MAIL_PREFIX} is for emails. Choose another feature. Nothing was written.`,
    )
  const codes = [undefined, '* * * * *'].map((cron) => jobCode({ name: nameFor('placeholder'), task, cron }))
  const own = identifiersIn(codes.join('\n'))
  const taken = [name.camel, `${name.camel}Task`].find((word) => own.has(word))
  if (taken !== undefined)
    throw new PlainFailure(
      `"${name.kebab}" isn't a valid name, because the code of a job uses "${taken}". Choose another name, for example ${name.kebab}-rows. Nothing was written.`,
    )
  const there = filesBelow(root, 'src')
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .find((file) => readAppFile(root, file).includes(`'${task}'`))
  if (there !== undefined)
    throw new PlainFailure(
      `"${name.kebab}" is taken, because ${there} already uses '${task}'. Choose another name. Nothing was written.`,
    )
}

/** Registers the task in the feature's server part, which is created if it is missing. */
function addTask(root: string, target: Target, { kebab, camel }: Spellings, { made, changed }: Files) {
  const { folder, constant } = target
  const file = `src/features/${folder}/feature.server.ts`
  const imported = `import { ${camel}Task } from './${kebab}.server.ts'`
  if (!existsSync(path.join(root, file))) {
    made.set(
      file,
      `import type { ServerFeature } from '#feature/server-feature.ts'
${imported}

/** The tasks of the feature. */
export const ${constant}: ServerFeature = {
  tasks: [${camel}Task],
}
`,
    )
    changed.set(SERVER_LIST, withServerFeature(readAppFile(root, SERVER_LIST), target))
    return
  }
  const text = readAppFile(root, file)
  if (identifiersIn(text).has(`${camel}Task`))
    throw new PlainFailure(
      `"${kebab}" is taken, because ${file} already uses "${camel}Task". Choose another name. Nothing was written.`,
    )
  const list = /^ {2}tasks: \[/m
  const opening = new RegExp(`^export const ${constant}(: ServerFeature)? = \\{$`)
  const withTask = list.test(text)
    ? text.replace(list, (found) => `${found}${camel}Task, `)
    : insertInto({ file, text }, opening, `  tasks: [${camel}Task],`, /^ {2}\w+/)
  changed.set(file, insertImport(withTask, imported))
}
