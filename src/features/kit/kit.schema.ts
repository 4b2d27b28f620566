import * as z from 'zod/mini'
import {
  booleanField,
  choiceField,
  dayField,
  fileField,
  integerField,
  moneyField,
  numberField,
  optionalFile,
  nullableField,
  relationField,
} from '#lib/form-fields.ts'

export const PLANS = ['monthly', 'yearly'] as const
export const CURRENCY = 'EUR'
/** The maximum size of a file. The maximum size of a whole form is twice as large. */
export const MAX_KILOBYTES = 32
export const FILE_TYPES = ['text/plain', 'text/markdown']

const countryField = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'validation.choice' }))

/** A form with a field of each kind. */
export const sampleFields = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  quantity: integerField({ min: 1, max: 1_000 }),
  weight: nullableField(numberField({ decimals: 3, min: 0 })),
  price: moneyField({ currency: CURRENCY, min: 100 }),
  endsOn: nullableField(dayField()),
  plan: choiceField(PLANS),
  country: relationField(countryField),
  isGift: booleanField(),
  isTold: booleanField(),
  file: optionalFile(fileField({ maxBytes: MAX_KILOBYTES * 1_024, types: FILE_TYPES })),
})

export const countriesInput = z.object({ searchTerm: z.string(), cursor: z.nullable(z.string()) })
export type CountriesInput = z.infer<typeof countriesInput>
