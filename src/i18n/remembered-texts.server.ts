import type { i18n } from 'i18next'

type Translate = (key: string, values?: object) => string
/** By language, namespaces, the beginning of keys and options. */
type FixTranslate = (...scope: unknown[]) => Translate

/** A text in pieces: what stands between its places, and the name of the value of each place. */
interface Template {
  pieces: string[]
  names: string[]
}

/** A place as the library understands it, and those whose values are put in as they are. */
const ANY_PLACE = /\{\{|\$t\(/
const PLAIN_PLACE = /\{\{(\w+)\}\}/
/** Values that choose the text. */
const CHOOSE = new Set(['count', 'context'])

/**
 * Has a translator remember, for the life of the server, what its texts are before values are put in: a list asks for the
 * same few in each row, and the library works each out anew. Only names in plain places are put in here; whatever a text
 * has besides, plurals or formats, is the library's business.
 */
export function rememberTexts(translator: i18n): void {
  const getFixedT = translator.getFixedT.bind(translator) as unknown as FixTranslate
  const kept = new Map<string, Translate>()
  const fixT: FixTranslate = (...scope) => {
    const name = JSON.stringify(scope)
    const known = kept.get(name) ?? remembering(translator, getFixedT(...scope))
    kept.set(name, known)
    return known
  }
  translator.getFixedT = fixT as unknown as typeof translator.getFixedT
}

function remembering({ options }: i18n, translate: Translate): Translate {
  const texts = new Map<string, string>()
  const templates = new Map<string, Template | null>()
  const written = (value: string) => options.interpolation?.escape?.(value) ?? value

  function plainText(key: string): string {
    const text = texts.get(key) ?? translate(key)
    texts.set(key, text)
    return text
  }

  function templateOf(key: string): Template | null {
    const known = templates.get(key)
    if (known !== undefined) return known
    const template = asTemplate(translate(key, { skipInterpolation: true }))
    templates.set(key, template)
    return template
  }

  const remembered = (key: string, ...rest: [object?]) => {
    const [values] = rest
    if (typeof key !== 'string') return translate(key, ...rest)
    if (rest.length === 0) return plainText(key)
    return (values && filledIn(templateOf(key), values, written)) ?? translate(key, ...rest)
  }
  return Object.assign(remembered, translate)
}

function asTemplate(text: string): Template | null {
  const parts = text.split(PLAIN_PLACE)
  const pieces = parts.filter((_part, at) => at % 2 === 0)
  return pieces.some((piece) => ANY_PLACE.test(piece))
    ? null
    : { pieces, names: parts.filter((_part, at) => at % 2 === 1) }
}

/** The text with its values; undefined where it takes more than putting them in. */
function filledIn(template: Template | null, values: object, written: (value: string) => string): string | undefined {
  if (!template) return undefined
  const given = Object.entries(values)
  const isPlain = given.every(
    ([name, value]) => typeof value === 'string' && template.names.includes(name) && !CHOOSE.has(name),
  )
  if (!isPlain || given.length === 0) return undefined
  const { pieces, names } = template
  let text = pieces[0] ?? ''
  for (const [at, name] of names.entries()) {
    const value: unknown = Reflect.get(values, name)
    if (typeof value !== 'string') return undefined
    text += written(value) + (pieces[at + 1] ?? '')
  }
  return text
}
