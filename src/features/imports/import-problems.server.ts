import type * as z from 'zod/mini'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { requireContext } from '#auth/current-session.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { bulkJobRow } from '#db/schema.ts'
import { languageOrDefault } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { numbersOf } from '#lib/validation-issue.ts'
import { isValidationKey } from '#lib/validation-message.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import { fieldLabel } from './field-label.ts'
import { findImport } from './find-import.server.ts'
import { checkRow, type ImportInput } from './import-kinds.server.ts'
import { sendRows } from './send-rows.server.ts'

const BATCH_SIZE = 2_000

type ProblemsContext = Pick<ServiceContext, 'db' | 'language'>

interface ProblemsRequest {
  job: { id: string; input: ImportInput }
  kind: ImportKind
  /** The line of the file after which rows are listed. */
  after: number
  limit: number
}

/** Lists rows that cannot be imported, with the problems of each in the language of the request. */
export async function listProblems({ db, language }: ProblemsContext, { job, kind, after, limit }: ProblemsRequest) {
  const rows = await db
    .select({
      line: bulkJobRow.position,
      code: bulkJobRow.code,
      // Null once the import can no longer be undone, because the purge then removes the content of its rows.
      cells: sql<string[] | null>`${bulkJobRow.input}`,
    })
    .from(bulkJobRow)
    .where(and(eq(bulkJobRow.jobId, job.id), gt(bulkJobRow.position, after), isNotNull(bulkJobRow.code)))
    .orderBy(asc(bulkJobRow.position))
    .limit(limit)
  return rows.map(({ line, code, cells }) => {
    const bad = { code: code ?? 'UNKNOWN_ERROR', cells }
    return { line, ...bad, ...explainRow(language, { kind, input: job.input, ...bad }), cells: cells ?? [] }
  })
}

interface BadRow {
  kind: ImportKind
  input: ImportInput
  code: NonNullable<(typeof bulkJobRow.$inferSelect)['code']>
  /** Null once the content of the rows is cleared. */
  cells: string[] | null
}

/** Explains why a row cannot be imported. @returns the value of its key field, the broken rules, and the problems in words */
export function explainRow(language: string, { kind, input, code, cells }: BadRow) {
  const key = input.columns[kind.key] ?? null
  const { error } = code === 'INVALID_INPUT' && cells ? checkRow(kind, input, cells) : {}
  const issues = error?.issues ?? []
  const name = key === null ? '' : (cells?.[key] ?? '')
  return { name, issues, problems: problemsOf({ language, kind, issues, code }) }
}

interface ProblemsInput extends Pick<BadRow, 'kind' | 'code'> {
  language: string
  /** The rules of the form that the row breaks. */
  issues: z.core.$ZodIssue[]
}

function problemsOf({ language, kind, issues, code }: ProblemsInput): string[] {
  const { t } = translatorFor(languageOrDefault(language))
  const isUsers = kind.namespace === 'users'
  if (code === 'TAKEN') return [t(isUsers ? 'users:messages.emailTaken' : 'repositories:messages.nameTaken')]
  if (issues.length === 0) return [t(`errors:${code}`)]
  return issues.map((issue) => {
    const { message, path } = issue
    if (isValidationKey(message))
      return t('common:labelled', {
        label: fieldLabel(t, kind.namespace, String(path[0])),
        value: t(`errors:${message}`, { ...numbersOf(issue) }),
      })
    const numbers = { ...numbersOf(issue) }
    return isUsers
      ? t(`users:messages.${message as 'nameInvalid'}`, numbers)
      : t(`repositories:messages.${message as 'nameTaken'}`, numbers)
  })
}

const parseId = validator(idInput)

/** The endpoint that downloads the rows that could not be imported, with their problems, so that users can correct them. */
export const problemsExport: FileEndpoint = {
  path: '/manager/imports/problems',
  method: 'GET',
  async handle(_request, parameters) {
    const context = await requireContext('apps:manager')
    const { id } = parseId(Object.fromEntries(parameters))
    const { job, kind } = await findImport(context, id)
    const { t } = translatorFor(context.request.language)
    const { header } = job.input
    return sendRows(context, {
      name: 'problems',
      permission: kind.permission,
      columns: [...header, t('imports:line'), t('imports:problem')],
      cellsOf: ({ cells, line, problems }) => [
        ...header.map((_name, place) => cells[place]),
        String(line),
        problems.join(' · '),
      ],
      batches: problemBatches(context, { job, kind }),
      // The history has no entry for this export, because it contains only rows that the user has uploaded.
      record: () => Promise.resolve(),
    })
  },
}

async function* problemBatches(context: ProblemsContext, found: Pick<ProblemsRequest, 'job' | 'kind'>) {
  let after = 0
  for (;;) {
    const rows = await listProblems(context, { ...found, after, limit: BATCH_SIZE })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}
