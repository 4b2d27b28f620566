import { fieldsOfKind, relationFields, type Files, type NewFeature } from './feature.ts'
import { labelFieldOf, type Field } from './fields.ts'
import { isRelation, TEXTS, VALUES, valueOf } from './write-tests.ts'

/** Generates the helpers of the end-to-end test that add a row and fill in the form. */
export function journeyFiles(feature: NewFeature): Files {
  return { [`e2e/support/${feature.names.many.kebab}.ts`]: journeyHelperCode(feature) }
}

function journeyHelperCode(feature: NewFeature): string {
  const { fields } = feature
  const { one } = feature.names
  const label = labelFieldOf(fields)
  const kept = fields.filter((field) => field !== label && !isRelation(field))
  const columns = [label, ...kept].map(({ words }) => `"${words.snake}"`)
  const maxOf = (field: Field) =>
    field.kind === 'text' ? "'w'.repeat(100)" : `\`\${'w'.repeat(900)}\\n\${'Many words in one line. '.repeat(40)}\``
  const long = kept.filter(({ kind }) => kind === 'text' || kind === 'longtext')
  const defaults = long.map((field) => `${field.column} = ${valueOf(field, VALUES)},`)
  const inserted = kept.map((field) => (long.includes(field) ? field.column : valueOf(field, VALUES)))
  const relations = relationFields(fields)
  const steps = [
    // Until the page is hydrated, a field that chooses another row is a plain select.
    ...(relations.length > 0 ? ['await untilHydrated(form.page())'] : []),
    ...fields.map((field) => fillStepCode(field, field === label)),
  ]
  return `import type { Locator } from '@playwright/test'
import type { App } from './app.ts'
import { maxName, someName } from './lists.ts'
${relations.length > 0 ? "import { untilHydrated } from './page-health.ts'\n" : ''}
interface Given {
  ${label.column}?: string
  ${long.map(({ column }) => `${column}?: string`).join('\n  ')}
  createdById: string
  createdAt?: Date
}

/** Adds a ${one.spaced} that no other test uses. */
export async function add${one.pascal}(
  app: App,
  { ${label.column} = someName(), ${defaults.join(' ')} createdById, createdAt = new Date() }: Given,
) {
  const [made] = await app.sql<{ id: string }[]>\`
    insert into ${one.snake} (${columns.join(', ')}, created_by_id, created_at, updated_at)
    values (\${${label.column}}, ${[...inserted.map((value) => `\${${value}}`), '${createdById}, ${createdAt}, ${createdAt}'].join(', ')}) returning id\`
  return { id: made?.id ?? '', name: ${label.column} }
}

/** Adds a ${one.spaced} with long texts, each with a word that does not fit on a line. */
export function addLongest${one.pascal}(app: App, createdById: string) {
  return add${one.pascal}(app, {
    ${label.column}: maxName('wolfram'),
    ${long.map((field) => `${field.column}: ${maxOf(field)},`).join('\n    ')}
    createdById,
  })
}

/** Fills in the form of a ${one.spaced}. */
export async function fillIn(form: Locator, ${label.column}: string) {
  ${steps.join('\n  ')}
}

${feature.owner === 'everybody' ? '' : sentFormCode(feature)}`
}

/** Generates `formOf`, a helper of the tests that submit the form for rows of another owner. */
function sentFormCode({ names: { one }, fields, tableFiles }: NewFeature): string {
  const label = labelFieldOf(fields)
  const relations = relationFields(fields)
  const needed = fieldsOfKind(fields, 'organization')
  const form = fields.map((field) => {
    if (field === label) return `${label.column},`
    if (field.kind === 'user') return `${field.column}: userId,`
    if (field.kind === 'organization') return `${field.column}: organizationId,`
    return `${field.column}: ${valueOf(field, TEXTS)},`
  })
  const joinsOne = needed.length > 0 && tableFiles.organization !== undefined
  return `/** Returns the fields that the form of a ${one.spaced} submits. */
export ${joinsOne ? 'async ' : ''}function formOf(${joinsOne ? 'app' : '_app'}: App, ${relations.length > 0 ? 'userId' : '_userId'}: string, ${label.column}: string) {
  ${
    joinsOne
      ? `const [made] = await app.sql<{ id: string }[]>\`insert into organization (name) values ('Named') returning id\`
  const organizationId = made?.id ?? ''
  await app.sql\`insert into member (organization_id, user_id, role) values (\${organizationId}, \${userId}, 'member')\``
      : ''
  }
  return ${joinsOne ? '' : 'Promise.resolve('}{
    ${form.join('\n    ')}
  }${joinsOne ? '' : ')'}
}
`
}

function fillStepCode(field: Field, isLabel: boolean): string {
  const { column, kind, values } = field
  const input = `form.locator('[name="${column}"]')`
  switch (kind) {
    case 'choice':
      return `await ${input}.selectOption('${values[0]}')`
    case 'boolean':
      return `await form.locator('input[type=checkbox][name="${column}"]').check()`
    case 'user':
    case 'organization':
      return `await form.getByRole('combobox', { name: '${field.words.sentence}' }).click()\n  await form.getByRole('listbox').getByRole('option').first().click()`
    default:
      return `await ${input}.fill(${isLabel ? column : valueOf(field, TEXTS)})`
  }
}
