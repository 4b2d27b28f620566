const FORM = /_(zero|one|two|few|many|other)$/

type Texts = Record<string, unknown>

/**
 * Returns English texts with the plural forms of a language. The form "one" gets the English text for 1 if the language uses that
 * form only for 1, or if the text for 1 contains the number as a variable. All other forms get the English text for many.
 */
export function withFormsOf(language: string, english: object): Texts {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const texts: Texts = {}
  for (const [name, value] of Object.entries(english) as [string, unknown][])
    if (typeof value === 'object' && value !== null) texts[name] = withFormsOf(language, value)
    else if (!FORM.test(name)) texts[name] = value
    else if (name.endsWith('_other')) {
      const base = name.slice(0, -'_other'.length)
      const one = (english as Texts)[`${base}_one`]
      for (const form of inOrder(forms))
        texts[`${base}_${form}`] = form === 'one' && mayBeOne(language, one, value) ? one : value
    }
  return texts
}

function inOrder(forms: Intl.LDMLPluralRule[]) {
  return (['zero', 'one', 'two', 'few', 'many', 'other'] as const).filter((form) => forms.includes(form))
}

function mayBeOne(language: string, one: unknown, other: unknown): one is string {
  if (typeof one !== 'string') return false
  const rules = new Intl.PluralRules(language)
  const isOnlyOne =
    Array.from({ length: 1_000 }, (_, count) => rules.select(count)).filter((form) => form === 'one').length === 1
  return isOnlyOne || variablesOf(one) === variablesOf(String(other))
}

/** Returns the names of a text's variables, sorted, as one text. */
export function variablesOf(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*-?\s*(\w+)/g)].map(([, name = '']) => name))].toSorted().join()
}
