import { relationFields, type NewFeature } from './feature.ts'
import { labelFieldOf } from './fields.ts'
import { rename } from './rename.ts'
import { isRelation, valueOf, VALUES } from './write-tests.ts'

/** Generates the test of a feature's API over HTTP. */
export function apiTestCode({ names, owner, fields }: NewFeature): string {
  const { one, many } = names
  const label = labelFieldOf(fields)
  const relations = relationFields(fields).filter(({ isOptional }) => !isOptional)
  const needsOrganization = relations.some(({ kind }) => kind === 'organization')
  const sent = fields
    .filter((field) => !isRelation(field) || !field.isOptional)
    .map((field) => {
      if (field === label) return `${label.column}: name,`
      if (field.kind === 'user') return `${field.column}: chief.id,`
      if (field.kind === 'organization') return `${field.column}: organizationId,`
      return `${field.column}: ${valueOf(field, VALUES)},`
    })
  const scopes = ['read', 'create', 'update', 'delete'].map((act) => `'${one.camel}:${act}'`)
  const usesOrganization = needsOrganization || owner === 'organization'
  const address = `/api/v1/${many.kebab}`
  const others: Record<NewFeature['owner'], string> = {
    organization: `
test('a list of ${many.spaced} has only those of the requested organization', async ({ app, visitor }) => {
  const { headers, name, fields } = await prepare(app)
  const [organizationId, other] = [await addOrganization(app), await addOrganization(app)]
  const { status } = await visitor.post(ADDRESS, { ...fields, organizationId }, headers)
  expect(status).toBe(201)
  const countIn = async (query: string) => {
    const { body } = await visitor.get(\`\${ADDRESS}?searchTerm=\${name}\${query}\`, headers)
    return (body as { data: unknown[] }).data.length
  }
  expect(await countIn(\`&organizationId=\${organizationId}\`)).toBe(1)
  expect(await countIn(\`&organizationId=\${other}\`)).toBe(0)
  expect(await countIn('')).toBe(0)
})
`,
    user: `
test('a key reads and changes no ${one.spaced} of another user', async ({ app, visitor }) => {
  const { headers, name, fields } = await prepare(app)
  const address = (await visitor.post(ADDRESS, fields, headers)).headers.get('location') ?? ''
  const { headers: foreign } = await prepare(app)
  const listed = await visitor.get(\`\${ADDRESS}?searchTerm=\${name}\`, foreign)
  expect(listed).toMatchObject({ status: 200, body: { data: [] } })
  expect((await visitor.get(address, foreign)).status).toBe(404)
  expect((await visitor.send('PATCH', address, JSON.stringify({ ${label.column}: name }), foreign)).status).toBe(404)
  expect((await visitor.send('DELETE', address, undefined, foreign)).status).toBe(404)
  expect((await visitor.get(address, headers)).status).toBe(200)
})
`,
    everybody: '',
  }
  return `import { addKey } from '../support/api-keys.ts'
import type { App } from '../support/app.ts'
import { someName } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'

const ADDRESS = '${address}'
const SCOPES = [${scopes.join(', ')}]

/** Adds a key, and returns the fields of ${rename('a note', names)} that no other test uses. */
async function prepare(app: App) {
  const { ${relations.some(({ kind }) => kind === 'user') ? 'chief, ' : ''}bearer } = await addKey(app, { scopes: SCOPES })
  const name = someName()
  ${needsOrganization ? 'const organizationId = await addOrganization(app)\n  ' : ''}const headers = { ...bearer, 'content-type': 'application/json' }
  return { headers, name, fields: { ${sent.join(' ')} } }
}
${
  usesOrganization
    ? `
async function addOrganization(app: App): Promise<string> {
  const [made] = await app.sql<{ id: string }[]>\`insert into organization (name) values ('Named') returning id\`
  return made?.id ?? ''
}
`
    : ''
}
test('a program adds, finds, changes and deletes ${rename('a note', names)}', async ({ app, visitor }) => {
  const { headers, name, fields } = await prepare(app)
  const made = await visitor.post(ADDRESS, fields, headers)
  expect(made).toMatchObject({ status: 201, body: fields })
  const address = made.headers.get('location') ?? ''
  const listed = await visitor.get(\`\${ADDRESS}?searchTerm=\${name}\`, headers)
  expect(listed).toMatchObject({ status: 200, body: { data: [{ ${label.column}: name }], next: null } })
  const renamed = { ${label.column}: \`\${name}-renamed\` }
  const changed = await visitor.send('PATCH', address, JSON.stringify(renamed), headers)
  expect(changed).toMatchObject({ status: 200, body: { ...fields, ...renamed } })
  expect((await visitor.send('DELETE', address, undefined, headers)).status).toBe(204)
  expect((await visitor.get(address, headers)).status).toBe(404)
})

test('a key without the permissions for ${many.spaced} is refused', async ({ app, visitor }) => {
  const { bearer } = await addKey(app)
  expect(await visitor.get(ADDRESS, bearer)).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
})
${others[owner]}`
}
