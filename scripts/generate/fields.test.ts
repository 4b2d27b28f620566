import { expect, test } from 'vitest'
import { KINDS, labelFieldOf, parseFields, USUAL_FIELDS } from './fields.ts'

test('parseFields reads a name with a kind or the values of a choice; a ? makes the field optional', () => {
  const fields = parseFields([
    'number:text',
    'status:draft,in-review',
    'due:date?',
    'customer:organization',
    'paid:boolean',
  ])
  expect(fields.map(({ words: _words, ...field }) => field)).toEqual([
    { name: 'number', kind: 'text', isOptional: false, values: [], column: 'number' },
    { name: 'status', kind: 'choice', isOptional: false, values: ['draft', 'in-review'], column: 'status' },
    { name: 'due', kind: 'date', isOptional: true, values: [], column: 'due' },
    { name: 'customer', kind: 'organization', isOptional: false, values: [], column: 'customerId' },
    { name: 'paid', kind: 'boolean', isOptional: false, values: [], column: 'paid' },
  ])
})

test('parseFields splits the name of a field into words', () => {
  const [, field] = parseFields(['title:text', 'issuedBy:user'])
  expect(field?.words).toMatchObject({ sentence: 'Issued by', snake: 'issued_by', pascal: 'IssuedBy' })
})

test('labelOf returns the first text field that cannot be empty', () => {
  expect(labelFieldOf(parseFields(['code:text?', 'due:date', 'title:text', 'name:text'])).name).toBe('title')
  expect(labelFieldOf(parseFields(USUAL_FIELDS)).name).toBe('name')
})

test('parseFields accepts every kind of field', () => {
  for (const kind of Object.keys(KINDS)) expect(parseFields(['title:text', `other:${kind}`])[1]?.kind).toBe(kind)
})

test.each([
  [['amount'], /^"amount" isn't a field\.\nA field is NAME:TYPE/],
  [['amount:'], /isn't a field/],
  [[':text'], /isn't a field/],
  [['title:text', 'amount:dollars'], /^"dollars" isn't a type of field/],
  [['title:text', 'attachment:file'], /^"attachment" can't be a file, because the app doesn't store files\./],
  [['title:text', 'status:draft'], /^"draft" isn't a type of field/],
  [['Title:text'], /^"Title" isn't a valid field name/],
  [['due-date:date'], /^"due-date" isn't a valid field name/],
  [['a234567890123456789012345:text'], /24 characters at most/],
  [['title:text', 'class:text'], /^"class" is a reserved word of JavaScript/],
  [['title:text', 'createdAt:date'], /^"createdAt" is taken/],
  [['title:text', 'organization:organization'], /^"organization" is taken/],
  [['title:text', 'role:text'], /^"role" means something else in the history/],
  [['title:text', 'title:text'], /^"title" is used twice/],
  [['title:text', 'customer:user', 'customerId:text'], /^"customerId" is used twice/],
  [['amount:money', 'remark:text?'], /^None of these fields can name a row/],
  [['title:text', 'status:Draft,sent'], /^"Draft" isn't a valid value of status/],
  [['title:text', 'status:draft,draft'], /^A value of the field status is repeated/],
  [
    ['title:text', `status:${Array.from({ length: 13 }, (_, nr) => `v${nr}`).join()}`],
    /^The field status has 13 values/,
  ],
  [['title:text', 'paid:boolean?'], /Remove the \?/],
  [Array.from({ length: 21 }, (_, nr) => `f${nr}:text`), /^21 fields are too many/],
])('parseFields rejects %j with a message that explains the fix', (given, told) => {
  expect(() => parseFields(given)).toThrow(told)
})
