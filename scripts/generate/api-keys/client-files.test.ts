import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { ApiDescription } from '#api/description.server.ts'
import { clientFiles, formatTypes } from './client-files.ts'
import { schemaTypes } from './schema-types.ts'

/** The types of the sample below. The template has them, so that its code is type-checked. */
const SAMPLE_TYPES = path.join(import.meta.dirname, 'template/src/schema.ts')

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (name: string, type = 'application/json') => ({ content: { [type]: { schema: reference(name) } } })
const problem = content('Problem', 'application/problem+json')
const text = { type: 'string' }
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })

/** A description with every kind of schema that the types express. */
const sample = {
  openapi: '3.1.1',
  servers: [{ url: 'https://app.example.com/api/v1' }],
  paths: {
    '/notes': {
      get: {
        summary: 'List notes',
        description: 'Newest first.',
        parameters: [{ in: 'query', name: 'after', required: false, schema: text }],
        responses: { 200: content('NoteList'), 401: problem },
      },
      post: { requestBody: content('NewNote'), responses: { 201: content('Note') } },
    },
    '/notes/{id}': {
      patch: {
        parameters: [
          { in: 'path', name: 'id', required: true, schema: text },
          { in: 'header', name: 'If-Match', required: false, schema: text },
        ],
        requestBody: content('NewNote'),
        responses: { 200: content('Note') },
      },
      delete: {
        summary: 'Delete a note',
        parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
        responses: { 204: { description: 'Done' } },
      },
    },
    '/notes/{id}/replies': {
      get: {
        parameters: [
          { in: 'path', name: 'id', required: true, schema: text },
          { in: 'header', name: 'If-None-Match', required: false, schema: text },
        ],
        responses: { 200: content('NoteList') },
      },
    },
  },
  webhooks: { 'note.created': { post: { requestBody: content('NoteMessage') } } },
  components: {
    securitySchemes: {},
    schemas: {
      Problem: {
        type: 'object',
        properties: {
          type: { const: 'about:blank' },
          title: text,
          status: { type: 'integer' },
          detail: text,
          code: { enum: ['NOT_FOUND', 'TAKEN'] },
          errors: {
            type: 'array',
            items: { type: 'object', properties: { field: text, code: text }, required: ['field', 'code'] },
          },
        },
        required: ['type', 'title', 'status', 'code'],
      },
      NewNote: {
        type: 'object',
        properties: { text: { ...text, description: 'Ends a comment: */' }, tags: { type: 'array', items: text } },
        required: ['text'],
        additionalProperties: false,
      },
      Note: {
        allOf: [
          reference('NewNote'),
          { type: 'object', properties: { id: text, pinned: { type: 'boolean' } }, required: ['id'] },
        ],
      },
      NoteList: {
        type: 'object',
        properties: { data: { type: 'array', items: reference('Note') }, next: nullable(text) },
        required: ['data', 'next'],
      },
      NoteMessage: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['note.created'] },
          data: { type: 'object', additionalProperties: { type: ['number', 'null'] } },
          anything: {},
          fields: { type: 'object' },
        },
        required: ['type', 'data'],
      },
    },
  },
} satisfies ApiDescription

test('schemaTypes writes the types of operations, messages and schemas; WRITE_SAMPLE=yes stores them in the template', () => {
  const types = formatTypes(schemaTypes(sample))
  if (process.env.WRITE_SAMPLE === 'yes') writeFileSync(SAMPLE_TYPES, types)
  expect(types).toBe(readFileSync(SAMPLE_TYPES, 'utf8'))
  expect(schemaTypes({ ...sample, webhooks: {} })).not.toContain('interface webhooks')
})

test('clientFiles returns a package whose version begins with that of the API', () => {
  const manifest = (existing?: string) => JSON.parse(clientFiles(existing)['package.json'] ?? '') as object
  expect(manifest()).toMatchObject({ name: `${appConfig.slug}-client`, version: '1.0.0' })
  expect(manifest('1.4.2')).toMatchObject({ version: '1.4.2' })
  expect(manifest('2.0.0')).toMatchObject({ version: '1.0.0' })
  const files = clientFiles()
  expect(JSON.stringify(files)).not.toContain('{{')
  for (const text of Object.values(files)) expect(text.split('\n').length).toBeGreaterThan(5)
  expect((files['README.md'] ?? '').split('\n').length).toBeLessThan(45)
})
