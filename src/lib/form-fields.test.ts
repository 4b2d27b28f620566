import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hasLanguages } from './test-languages.ts'
import { validator } from './validator.ts'
import {
  booleanField,
  choiceField,
  dayField,
  fileField,
  integerField,
  moneyField,
  numberField,
  optionalExcept,
  nullableField,
  parseTypedFields,
  relationField,
  valueShapeOf,
  formatFieldsForTyping,
} from './form-fields.ts'
import { numbersOf } from './validation-issue.ts'
import { checkInput } from './validation-message.ts'

const invoice = z.object({
  title: z.string().check(z.minLength(1)),
  quantity: integerField({ min: 1, max: 1_000 }),
  weight: nullableField(numberField({ decimals: 3 })),
  amount: moneyField({ currency: 'EUR', min: 100 }),
  isRecurring: booleanField(),
  dueOn: dayField(),
  status: choiceField(['draft', 'sent']),
  customer: nullableField(relationField()),
})

const CUSTOMER = '0199a2b4-7c55-7000-8000-0123456789ab'
const VALUES: z.output<typeof invoice> = {
  title: 'Chairs',
  quantity: 12,
  weight: null,
  amount: 123_450,
  isRecurring: true,
  dueOn: '2027-03-14',
  status: 'sent',
  customer: CUSTOMER,
}

/** An invoice, typed in each language. */
const TYPED = {
  en: { quantity: '12', amount: '€1,234.50', dueOn: '3/14/2027', isRecurring: 'yes' },
  fr: { quantity: '12', amount: '1\u202f234,50 €', dueOn: '14/03/2027', isRecurring: 'oui' },
  ar: { quantity: '١٢', amount: '١٬٢٣٤٫٥٠', dueOn: '١٤/٣/٢٠٢٧', isRecurring: 'نعم' },
  sw: { quantity: '12', amount: '1,234.5 EUR', dueOn: '14/3/2027', isRecurring: 'ndiyo' },
}

test.each(['12€50', '12 € 50', '12EUR50', '١٢€٥٠', '$12', '12 USD', '12 $US', 'EURO 12'])(
  'an amount with its currency between digits, or with another currency, is refused: %s',
  (amount) => {
    const price = z.object({ amount: invoice.shape.amount })
    for (const language of ['en', 'fr', 'ar', 'sw'])
      expect(checkInput(price, parseTypedFields(price, { amount }, language)).success).toBe(false)
  },
)

test.each(['12 EUR', '12 eur', 'EUR 12', '€12', '12 €', '-12', '-€12'])(
  'an amount can contain its currency: %s',
  (amount) => {
    const price = z.object({ amount: moneyField({ currency: 'EUR' }) })
    for (const language of ['en', 'fr', 'ar', 'sw'])
      expect(checkInput(price, parseTypedFields(price, { amount }, language))).toMatchObject({
        data: { amount: amount.includes('-') ? -1200 : 1200 },
      })
  },
)

test('a number beyond fifteen digits, which JavaScript would round, is refused with the maximum', () => {
  const fields = z.object({ weight: numberField(), count: integerField(), price: moneyField({ currency: 'EUR' }) })
  const refused = (typed: object) => checkInput(fields, { weight: '1', count: '1', price: '1', ...typed })
  expect(refused({ weight: '9999999999999999' })).toMatchObject({ success: false })
  expect(refused({ weight: '-1000000000' })).toMatchObject({ success: false })
  expect(refused({ count: '9999999999999999' })).toMatchObject({ success: false })
  expect(refused({ price: '10000000000000' })).toMatchObject({ success: false })
  expect(refused({ weight: '999999999.123456', price: '9999999999999.99' })).toMatchObject({
    data: { weight: 999_999_999.123_456, price: 999_999_999_999_999 },
  })
})

describe.each(Object.entries(TYPED))('in %s', (language, typed) => {
  const common = { title: 'Chairs', weight: '', status: 'sent', customer: CUSTOMER.toUpperCase() }

  test('the texts of a form are parsed in the language in which they were typed', () => {
    expect(checkInput(invoice, parseTypedFields(invoice, { ...common, ...typed }, language)).data).toEqual(VALUES)
  })

  test('values are written so that they are parsed again unchanged', () => {
    const texts = formatFieldsForTyping(invoice, z.encode(invoice, { ...VALUES, weight: -0.25 }), language)
    expect(texts.amount).toBe(language === 'fr' ? '1234,50' : '1234.50')
    expect(z.decode(invoice, parseTypedFields(invoice, texts, language))).toEqual({ ...VALUES, weight: -0.25 })
  })
})

test.each([
  ['en', '1,234', '1234'],
  ['fr', '1,234', '1.234'],
  ['fr', '1 234', '1234'],
  ['fr', '12.5', '12.5'],
  ['de', '1.234,5', '1234.5'],
  ['de', '1.5', '1.5'],
  ['ar', '-۱۲٫۵', '-12.5'],
  ['ar', '1،234', '1234'],
  ['en', '\u200e−7', '-7'],
  ['en', '+7', '7'],
  ['en', '.5', '0.5'],
  ['en', '12,34,567', '1234567'],
  // Ambiguous input stays unchanged.
  ['en', '1,5', '1,5'],
  ['en', '1.2.3', '1.2.3'],
  ['en', '1,2345', '1,2345'],
  ['en', 'twelve', 'twelve'],
  ['en', '1e3', '1e3'],
  ['en', '.', '.'],
  ['en', '-', '-'],
])('in %s the number %s is parsed as %s', (language, typed, read) => {
  const schema = z.object({ n: numberField() })
  expect(parseTypedFields(schema, { n: typed }, language)).toEqual({ n: read })
})

test.each([
  ['quantity', '', 'required', undefined],
  ['quantity', 'many', 'number', undefined],
  ['quantity', '1.5', 'wholeNumber', undefined],
  ['quantity', '0', 'tooSmall', 1],
  ['quantity', '1001', 'tooLarge', 1_000],
  ['weight', '0.1234', 'decimals', 3],
  ['weight', 'heavy', 'number', undefined],
  ['amount', '10.999', 'decimals', 2],
  ['amount', '0.99', 'tooSmall', 1],
  ['amount', '', 'required', undefined],
  ['isRecurring', 'perhaps', 'invalid', undefined],
  ['dueOn', '2027-02-30', 'date', undefined],
  ['dueOn', '', 'required', undefined],
  ['status', 'lost', 'choice', undefined],
  ['status', '', 'choice', undefined],
  ['customer', 'Ada', 'choice', undefined],
])('%s refuses “%s” as %s', (name, typed, rule, count) => {
  const texts = { ...z.encode(invoice, VALUES), [name]: typed }
  const [issue] = checkInput(invoice, parseTypedFields(invoice, texts, 'en')).error?.issues ?? []
  expect([issue?.path, issue?.message]).toEqual([[name], `validation.${rule}`])
  expect(issue && numbersOf(issue).count).toBe(count)
})

test.runIf(hasLanguages('fr'))('a form without a script names the language of its input', () => {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...z.encode(invoice, VALUES), amount: '1 234,50', typedIn: 'fr' }))
    form.set(name, String(text))
  expect(validator(invoice)(form)).toEqual(VALUES)
  form.set('typedIn', 'en')
  expect(() => validator(invoice)(form)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  form.set('typedIn', '../no language')
  expect(() => validator(invoice)(form)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

test('an amount has as many decimals as its currency', () => {
  const yen = z.object({ price: moneyField({ currency: 'JPY' }) })
  const dinar = z.object({ price: moneyField({ currency: 'KWD' }) })
  expect([z.encode(yen, { price: 1_234 }).price, z.encode(dinar, { price: 1_234 }).price]).toEqual(['1234', '1.234'])
  expect(z.decode(dinar, { price: '-0.01' })).toEqual({ price: -10 })
  // 19.99 is not rounded like a binary fraction.
  expect(z.decode(z.object({ price: moneyField({ currency: 'EUR' }) }), { price: '19.99' })).toEqual({ price: 1_999 })
})

test('valueShapeOf accepts plain values instead of typed texts, by the same rules', () => {
  const body = z.strictObject(valueShapeOf(invoice.shape))
  expect(body.safeParse(VALUES).data).toEqual(VALUES)
  expect(body.safeParse({ ...VALUES, quantity: '12' }).success).toBe(false)
  expect(body.safeParse({ ...VALUES, amount: 99 }).success).toBe(false)
  expect(z.toJSONSchema(body, { io: 'input' }).properties).toMatchObject({
    quantity: { type: 'integer', minimum: 1, maximum: 1_000 },
    weight: { type: ['number', 'null'] },
    isRecurring: { type: 'boolean' },
    dueOn: { type: 'string', format: 'date' },
    status: { enum: ['draft', 'sent'] },
  })
})

test('input without a field that was added later is still accepted', () => {
  const old = z.strictObject(optionalExcept(valueShapeOf(invoice.shape), ['title'], { quantity: 1 }))
  expect(old.safeParse({ title: 'Chairs' }).data).toEqual({
    title: 'Chairs',
    quantity: 1,
    weight: null,
    amount: 0,
    isRecurring: false,
    dueOn: '',
    status: 'draft',
    customer: null,
  })
  expect(
    z.object(optionalExcept(invoice.shape, ['title', 'quantity'])).safeParse({ title: '', quantity: '0' }).success,
  ).toBe(false)
})

test('a file must be small enough and of an accepted type', () => {
  const field = fileField({ maxBytes: 2_048, types: ['text/plain'] })
  const problemOf = (file: File) => checkInput(field, file).error?.issues[0]?.message
  expect(problemOf(new File(['x'], 'a.txt', { type: 'text/plain' }))).toBeUndefined()
  expect(problemOf(new File(['x'.repeat(3_000)], 'a.txt', { type: 'text/plain' }))).toBe('validation.fileTooLarge')
  expect(problemOf(new File(['x'], 'a.exe', { type: 'application/x-msdownload' }))).toBe('validation.fileType')
  // Browsers send this for a field without a file.
  expect(problemOf(new File([], ''))).toBe('validation.required')
})
