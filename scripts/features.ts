// Lists the features of an app: `npm run features`.
import path from 'node:path'
import { listFeatures, type ListedFeature } from './remove/list.ts'

const features = await listFeatures(path.resolve(import.meta.dirname, '..'))
const rows = features.map((feature) => [
  feature.name,
  String(feature.lines),
  feature.tables.join(', ') || '-',
  feature.needs?.join(', ') ?? '-',
  removabilityOf(feature),
])
print([['feature', 'lines', 'tables', 'needs', 'can be removed by npm run remove'], ...rows])

function removabilityOf({ removable, foreignFiles }: ListedFeature): string {
  return removable === 'not yet' ? `not yet: other files mention it (${foreignFiles.length})` : removable
}

function print(table: string[][]) {
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
