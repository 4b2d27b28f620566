import { importStatement, type Files, type NewFeature } from './feature.ts'
import { historyText } from './write-columns.ts'
import { filtersOf } from './write-server.ts'

/** Generates the export of the list, and its test over HTTP. */
export function csvFiles(feature: NewFeature): Files {
  const { many } = feature.names
  return {
    [`src/features/${many.kebab}/${many.kebab}.export.server.ts`]: exportCode(feature),
    [`e2e/${many.kebab}/${many.kebab}.export.http.e2e.ts`]: testCode(feature),
  }
}

function exportCode({ names: { one, many }, owner, fields }: NewFeature): string {
  const cells = fields.map((field) =>
    field.kind === 'boolean'
      ? `${field.name}: (row) => (row.${field.column} ? 'yes' : 'no'),`
      : `${field.name}: (row) => ${historyText(field, 'row.')},`,
  )
  const encodes = cells.some((line) => line.includes('z.encode'))
  const hasFilters = filtersOf(fields).length > 0
  const matching = hasFilters
    ? 'and(matchesFilter(filters), matches(searchTerm, SEARCHABLE))'
    : 'matches(searchTerm, SEARCHABLE)'
  return `import { and } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import { iterateRows } from '#db/iterate-rows.ts'
import { ${one.camel} } from '#db/schema.ts'
import { matches } from '#db/search.ts'
import type { ListExport } from '#feature/list-export.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
${importStatement(['detailColumns', hasFilters && 'matchesFilter'], `./${many.kebab}.columns.server.ts`)}${importStatement([encodes && `${one.camel}Fields`, `${one.camel}Filters`, `type ${one.pascal}Detail`], `./${many.kebab}.fields.ts`)}import { SORTS } from './${many.kebab}.schema.ts'
import { rowsFor } from './${many.kebab}.scope.server.ts'
import { isActive, orders, SEARCHABLE } from './${many.kebab}.server.ts'

${encodes ? `const { shape } = ${one.camel}Fields\n` : ''}type ExportedRow = Omit<${one.pascal}Detail, 'updatedAt' | 'createdBy'>

/** The columns of a CSV file. */
const COLUMNS: Record<string, (row: ExportedRow) => string | null> = {
  id: (row) => row.id,
  ${cells.join('\n  ')}
  createdAt: (row) => row.createdAt,
}

const filterSchema = z.object({
  ...${one.camel}Filters.shape,
  searchTerm: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), 'newest'),
})
type Filter = z.infer<typeof filterSchema>

/** Exports all ${many.spaced} that match a filter, in the order of the list. */
export const ${many.camel}Export: ListExport<Filter, ExportedRow> = {
  name: '${many.kebab}',
  area: 'app',
  ${owner === 'organization' ? 'isOwned: true,' : ''}
  permission: '${one.camel}:read',
  action: '${one.kebab}-list-exported',
  schema: filterSchema,
  columns: Object.keys(COLUMNS),
  cellsOf: (row) => Object.values(COLUMNS).map((read) => read(row)),
  rows(context: SessionContext, { sort, searchTerm${hasFilters ? ', ...filters' : ''} }) {
    const ofOwner = rowsFor(context)
    const condition = ${matching}
    const source = { table: ${one.camel}, id: ${one.camel}.id, order: orders[sort], where: and(isActive, ofOwner), condition }
    return iterateRows(context.db, source, async (batch) => {
      const rows = await context.db
        .select({ id: ${one.camel}.id, ...detailColumns, createdAt: ${one.camel}.createdAt })
        .from(${one.camel})
        .where(and(ofOwner, batch.where))
        .orderBy(batch.orderBy)
      return rows.map(withIsoTimes)
    })
  },
}
`
}

function testCode({ names, owner, fields }: NewFeature): string {
  const { one, many } = names
  const header = ['id', ...fields.map(({ name }) => name), 'createdAt'].map((name) => `"${name}"`).join(',')
  const roles = `type Role = 'owner' | 'admin' | 'member'

/** Signs in a new user with a role in an organization. */
async function signInAs(app: App, role: Role, organization: string): Promise<Visitor> {
  const { id } = await addUser(app)
  await app.sql\`insert into member (organization_id, user_id, role) values (\${organization}, \${id}, \${role})\`
  return new Visitor(app).withCookie(await openSession(app, id, { organizationId: organization }))
}

async function addOrganization(app: App): Promise<string> {
  const [made] = await app.sql<{ id: string }[]>\`insert into organization (name) values ('Named') returning id\`
  return made?.id ?? ''
}

test('a member exports only the ${many.spaced} of the active organization', async ({ app }) => {
  const { id: createdById } = await addUser(app)
  const { id, name } = await add${one.pascal}(app, { createdById })
  const [organization, other] = [await addOrganization(app), await addOrganization(app)]
  await app.sql\`update ${one.snake} set organization_id = \${organization} where id = \${id}\`
  const address = \`\${ADDRESS}?searchTerm=\${name}\`
  expect((await (await signInAs(app, 'member', organization)).get(address)).body).toContain(name)
  expect(String((await (await signInAs(app, 'owner', other)).get(address)).body).trim()).toBe(HEADER)
})
`
  const strangers = `test('the export has no ${one.spaced} of another user', async ({ app }) => {
  const { name } = await add${one.pascal}(app, { createdById: (await addUser(app)).id })
  const { visitor } = await addVisitor(app)
  expect(String((await visitor.get(\`\${ADDRESS}?searchTerm=\${name}\`)).body).trim()).toBe(HEADER)
})
`
  return `${owner === 'organization' ? "import type { App } from '../support/app.ts'\n" : ''}import { add${one.pascal} } from '../support/${many.kebab}.ts'
${importStatement([owner !== 'everybody' && 'addUser', 'addVisitor'], '../support/users.ts')}${owner === 'organization' ? "import { openSession } from '../support/sessions.ts'\n" : ''}import { expect, test } from '../support/test.ts'
${owner === 'organization' ? "import { Visitor } from '../support/visitor.ts'\n" : ''}
const ADDRESS = '/app/${many.kebab}/export'
const HEADER = '${header}'

test('the list of ${many.spaced} links to its export, which has the rows that match the search', async ({ app }) => {
  const { visitor, id } = await addVisitor(app)
  const { name } = await add${one.pascal}(app, { createdById: id })
  await add${one.pascal}(app, { createdById: id })
  const { status, body, headers } = await visitor.get(\`\${ADDRESS}?searchTerm=\${name}\`)
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
  const lines = String(body).trim().split('\\r\\n')
  expect(lines).toEqual([HEADER, expect.stringContaining(name)])
  expect((await visitor.get(ADDRESS, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await visitor.get(\`/app/${many.kebab}?searchTerm=\${name}\`)).body).toContain(\`\${ADDRESS}?searchTerm=\${name}\`)
})

${{ organization: roles, user: strangers, everybody: '' }[owner]}`
}
