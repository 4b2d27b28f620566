import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { numbersOf } from '#lib/validation-issue.ts'
import { validator } from '#lib/validator.ts'
import { checkInput, isValidationKey, type ValidationKey } from '#lib/validation-message.ts'
import { rowsOfLanguages } from '#lib/test-languages.ts'
import { translatorFor } from './translators.server.ts'

const text = z.string()
const [shortest, longest] = [z.string().check(z.minLength(3)), z.string().check(z.maxLength(2_000))]

test.each([
  ['required', text, undefined, 'Fill in this field'],
  ['required', text, null, 'Fill in this field'],
  ['required', z.string().check(z.minLength(1)), '', 'Fill in this field'],
  ['invalid', text, 7, "This value isn't valid"],
  ['invalid', z.string().check(z.regex(/^a/)), 'b', "This value isn't valid"],
  ['invalid', text.check(z.refine((value) => value !== 'x')), 'x', "This value isn't valid"],
  ['invalid', z.array(text), 'x', "This value isn't valid"],
  ['invalid', z.array(text).check(z.minLength(1)), [], "This value isn't valid"],
  ['invalid', z.strictObject({}), { more: 1 }, "This value isn't valid"],
  ['invalid', z.union([z.literal('x'), z.email()]), 'y', "This value isn't valid"],
  ['number', z.int(), 'x', 'Enter a number'],
  ['number', z.int(), 1.5, 'Enter a number'],
  ['number', z.int().check(z.positive()), 0, 'Enter a number'],
  ['tooSmall', z.number().check(z.gte(5)), 4, 'Enter 5 or more'],
  ['tooLarge', z.number().check(z.lte(1_000)), 1_001, 'Enter 1,000 or less'],
  ['choice', z.enum(['x', 'y']), 'z', 'Choose one of the options'],
  ['choice', z.literal('x'), 'z', 'Choose one of the options'],
  ['date', z.iso.datetime(), 'x', "This isn't a valid date"],
  ['date', z.iso.date(), '2027-02-30', "This isn't a valid date"],
  ['date', z.date(), 'x', "This isn't a valid date"],
  ['tooShort', shortest, 'ab', 'Too short: at least 3 characters'],
  ['tooLong', longest, 'x'.repeat(2_001), 'Too long: at most 2,000 characters'],
])('a rule without a message of its own has the default message %s', (rule, schema, input, inEnglish) => {
  const issue = checkInput(schema, input).error?.issues[0]
  expect(issue?.message).toBe(`validation.${rule}`)
  expect(issue && translatorFor('en').t(`errors:${issue.message as ValidationKey}`, { ...numbersOf(issue) })).toBe(
    inEnglish,
  )
})

test('the message of a field takes precedence over the default message of the rule', () => {
  const schema = z.object({ name: z.string('nameRequired').check(z.maxLength(2, 'nameTooLong')), role: z.enum(['a']) })
  const parsed = checkInput(schema, { name: 'Ada', role: 'b' })
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['nameTooLong', 'validation.choice'])
  expect(parsed.error?.issues.map(({ message }) => isValidationKey(message))).toEqual([false, true])
})

test('a rejected input has the message and the numbers of each field', () => {
  const refuse = () =>
    validator(z.object({ name: shortest, text: longest, on: z.iso.date() }))({ name: 'a', text: 'x' })
  expect(refuse).toThrow(
    expect.objectContaining({
      details: {
        fields: { name: 'validation.tooShort', on: 'validation.required' },
        numbers: { name: { count: 3, min: 3 } },
      },
    }),
  )
})

const SENTENCES = {
  fr: ['3 caractères minimum', '1 caractère maximum', '2\u202f000 caractères maximum', 'l’une des options', 'date'],
  ar: ['3 أحرف', 'حرف واحد', '2,000 حرف.', 'أحد الخيارات', 'التاريخ'],
  sw: ['yasipungue herufi 3', 'yasizidi herufi 1', 'yasizidi herufi 2,000', 'chaguo', 'Tarehe'],
}

test.each(rowsOfLanguages(Object.entries(SENTENCES)))(
  'in %s each default message is a sentence with its number',
  (language, expected) => {
    const t = translatorFor(language).getFixedT(language, 'errors')
    const said = [
      t('validation.tooShort', { count: 3 }),
      t('validation.tooLong', { count: 1 }),
      t('validation.tooLong', { count: 2_000 }),
      t('validation.choice'),
      t('validation.date'),
    ]
    for (const [index, part] of expected.entries()) expect(said[index]).toContain(part)
  },
)
