import type { BulkKind } from '#bulk/bulk-kind.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { languageOrDefault } from '#i18n/languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { AppError } from '#lib/app-error.ts'
import { importKinds } from '#slots/import.server.ts'
import { checkRow, findImportKind, rowNameOf, type ImportInput, type RowValues } from './import-kinds.server.ts'
import { explainRow } from './import-problems.server.ts'

const MAX_NAME_LENGTH = 200

/** Returns the kinds of imports as kinds of bulk jobs. */
export function bulkKindsOfImports(): BulkKind[] {
  return importKinds.map(({ name }) => toBulkKind(findImportKind(name)))
}

function toBulkKind(kind: ImportKind): BulkKind {
  const made: BulkKind<ImportInput, never, string[], RowValues> = {
    name: kind.name,
    permission: kind.permission,
    isDangerous: kind.isDangerous,
    ...(kind.keyPermissions && { keyPermissions: kind.keyPermissions }),
    async apply(context, { input, own }) {
      const { data } = checkRow(kind, input, own)
      if (!data) throw new AppError('INVALID_INPUT')
      const { id } = await kind.create(context, data)
      return { subject: { id, name: rowNameOf(kind, data) }, before: data }
    },
    async undo(context, { subject, before }) {
      if (!subject) throw new AppError('NOT_FOUND')
      await kind.remove(context, subject, before)
    },
    explain({ position, code, input, own }, language) {
      const { name, problems } = explainRow(language, { kind, input, code, cells: own })
      const { t } = translatorFor(languageOrDefault(language))
      const reason = t('imports:lineOf', { count: position, problem: problems.join(' · ') })
      return { name: name.slice(0, MAX_NAME_LENGTH), reason }
    },
  }
  return made
}
