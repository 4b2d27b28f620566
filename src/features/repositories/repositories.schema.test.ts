import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validator } from '#lib/validator.ts'
import { repositoryFields, type RepositoryFields } from './repositories.schema.ts'

const fieldsOf = validator(repositoryFields)
const inputWith = (changed: Partial<RepositoryFields>) => ({
  name: 'atlas',
  link: 'git.example.com',
  description: '',
  language: '',
  topics: '',
  ...changed,
})

/** Returns the schema's message for one field, or its parsed value. */
function outcome(field: keyof RepositoryFields, typed: string): string {
  try {
    return fieldsOf(inputWith({ [field]: typed }))[field]
  } catch (error) {
    return `refused: ${(error as { details: { fields: Record<string, string> } }).details.fields[field]}`
  }
}

describe('the name schema', () => {
  test.each([
    ['', 'refused: nameRequired'],
    ['   ', 'refused: nameRequired'],
    ['a'.repeat(101), 'refused: nameTooLong'],
    ['\u202Eatlas', 'refused: nameInvalid'],
    ['at\0las', 'refused: nameInvalid'],
    ['---', 'refused: nameInvalid'],
    ['  atlas  ', 'atlas'],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['مستودع', 'مستودع'],
  ])('the name %j is stored as %j', (typed, expected) => {
    expect(outcome('name', typed)).toBe(expected)
  })
})

describe('the link schema', () => {
  test.each([
    ['', 'refused: linkRequired'],
    ['a.b', 'refused: linkTooShort'],
    ['localhost', 'refused: linkNoDot'],
    ['git.example.com', 'https://git.example.com'],
    [' git.example.com/atlas ', 'https://git.example.com/atlas'],
    ['http://git.example.com', 'http://git.example.com'],
    ['HTTPS://git.example.com', 'HTTPS://git.example.com'],
    [`https://git.example.com/${'a'.repeat(2_048)}`, 'refused: linkTooLong'],
  ])('the link %j is stored as %j', (typed, expected) => {
    expect(outcome('link', typed)).toBe(expected)
  })

  test.each([
    'javascript:alert(1)//a.b',
    'javascript://a.b/%0aalert(1)',
    'JaVaScRiPt:alert(document.domain).b',
    'data:text/html,<script>alert(1)</script>.b',
    'vbscript:msgbox(1).b',
    'java\tscript:alert(1)//a.b',
    'java\nscript:alert(1)//a.b',
    'https://a.b\n.example.com',
    '\u0000javascript:alert(1)//a.b',
    'file:///etc/passwd.b',
    'blob:https://a.b/1',
  ])('%j never becomes anything but an http address', (typed) => {
    expect(outcome('link', typed)).toMatch(/^(refused: |https:\/\/)/)
  })

  test.each(['http://.', '....', 'https://a.', 'https://.b'])('%j is rejected because it has no host', (typed) => {
    expect(outcome('link', typed)).toBe('refused: linkInvalid')
  })

  test.each(['https://a.example/\u202Emoc.live', 'https://a\u200B.example', 'https://a.example/\uD800'])(
    '%j is rejected because it looks like another address',
    (typed) => {
      expect(outcome('link', typed)).toBe('refused: linkInvalid')
    },
  )

  test.each(['http://git@evil.example', 'https://user:secret@evil.example/a.b', 'git.example.com@evil.example'])(
    '%j is rejected because it shows one host and leads to another',
    (typed) => {
      expect(outcome('link', typed)).toBe('refused: linkInvalid')
    },
  )

  test('any accepted input becomes an http address without spaces, which is unchanged when parsed again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string().map((text) => `${text}.example`),
        ),
        (typed) => {
          const kept = outcome('link', typed)
          fc.pre(!kept.startsWith('refused'))
          expect(['http:', 'https:']).toContain(new URL(kept).protocol)
          expect(kept).not.toMatch(/\s/)
          expect(outcome('link', kept)).toBe(kept)
        },
      ),
    )
  })
})

describe('the description schema', () => {
  test.each([
    ['  ', ''],
    [' two\nlines ', 'two\nlines'],
    ['a'.repeat(2_000), 'a'.repeat(2_000)],
    ['a'.repeat(2_001), 'refused: descriptionTooLong'],
    ['a\0b', 'refused: descriptionInvalid'],
    ['a\uD800b', 'refused: descriptionInvalid'],
    ['a😀b', 'a😀b'],
  ])('the description %j is stored as %j', (typed, expected) => {
    expect(outcome('description', typed)).toBe(expected)
  })
})
