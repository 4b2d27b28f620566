import { foldForSearch } from '#lib/fold-for-search.ts'
import { perLanguage } from '#lib/intl.ts'
import type { Page } from '#lib/page.ts'
import type { CountriesInput } from './kit.schema.ts'

const PAGE_ROWS = 20
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

interface Country {
  value: string
  label: string
  normalized: string
}

const countriesIn = perLanguage((locale): Country[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
  return codes
    .filter((code) => new Intl.Locale(`und-${code}`).region === code)
    .map((value) => ({ value, label: names.of(value) ?? '' }))
    .filter(({ label }) => label !== '')
    .map((country) => ({ ...country, normalized: foldForSearch(country.label) }))
    .toSorted((one, other) => (one.normalized + one.value < other.normalized + other.value ? -1 : 1))
})

/** Lists a page of countries by name, after a cursor, as an example of choices that a field loads page by page. */
export function listCountries(
  language: string,
  { searchTerm, cursor }: CountriesInput,
): Page<Omit<Country, 'normalized'>> {
  const wanted = foldForSearch(searchTerm.trim())
  const fitting = countriesIn(language).filter(({ normalized }) => normalized.includes(wanted))
  const start = fitting.findIndex(({ value }) => value === cursor) + 1
  const rows = fitting.slice(start, start + PAGE_ROWS).map(({ value, label }) => ({ value, label }))
  const hasMore = start + PAGE_ROWS < fitting.length
  return { rows, nextCursor: hasMore ? (rows.at(-1)?.value ?? null) : null }
}
