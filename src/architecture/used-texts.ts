import type { Text } from './locales.ts'
import { finding, isTest, textOf, walk, type Node, type Source } from './source.ts'

/** Texts by code, not by page: those that a call can fail with, and those kept for what the product may grow into. */
const CATALOGUES = new Set(['errors', 'error-catalogue'])

/** A place where code asks for a text: which ones it may mean, and where it says so. */
interface Use {
  source: Source
  offset: number
  namespace: string
  /** A star in it stands for anything; undefined when the code does not tell. */
  key: string | undefined
}

/** Keys that the code asks for and that are in no locale file, or that cannot be read from the code. */
export function unknownKeys(sources: Source[], texts: Text[]): string[] {
  return usesIn(sources).flatMap(({ source, offset, namespace, key }) => {
    if (!key)
      return [finding(source, offset, 't() is given a key that cannot be read here: write it out, or as a template.')]
    if (texts.some((text) => text.namespace === namespace && isMeant(key, text.key))) return []
    return [
      finding(source, offset, `${namespace}:${key} is in no locale file: add it to locales/en/${namespace}.json.`),
    ]
  })
}

/**
 * Texts that no code asks for.
 * @param awaited `namespace:key` of those whose page is not built yet; one that is shown or gone must leave the list
 */
export function leftOverKeys(sources: Source[], texts: Text[], awaited: string[]): string[] {
  const unused = unusedTexts(sources, texts)
  const names = new Set(unused.map(({ namespace, key }) => `${namespace}:${key}`))
  return [
    ...unused
      .filter(({ namespace, key }) => !awaited.includes(`${namespace}:${key}`))
      .map(({ source, key, offset }) =>
        finding(source, offset, `${key} is shown nowhere: remove it in every language.`),
      ),
    ...awaited
      .filter((name) => !names.has(name))
      .map((name) => `${name} is shown by now, or gone: take it off the list of awaited texts.`),
  ]
}

/** Texts that no code asks for, but for those of catalogues. */
export function unusedTexts(sources: Source[], texts: Text[]): Text[] {
  const uses = usesIn(sources)
  const isUsed = ({ namespace, key }: Text) =>
    uses.some((use) => use.namespace === namespace && use.key !== undefined && isMeant(use.key, key))
  return texts.filter((text) => !CATALOGUES.has(text.namespace) && !isUsed(text))
}

function usesIn(sources: Source[]): Use[] {
  return sources
    .filter((source) => !isTest(source))
    .flatMap((source) => {
      const uses: Use[] = []
      let ofFile = 'common'
      walk(source, (node, around) => {
        ofFile = namespaceOfType(node) ?? ofFile
        if (node.type !== 'CallExpression' || !isTranslate(node.callee)) return
        const standard = namespaceAround(around) ?? ofFile
        const below = isForGroup(node.arguments[1]) ? '.*' : ''
        for (const asked of keysOf(node.arguments[0])) {
          const [, namespace = standard, key] = /^(?:(\w+):)?(.*)$/.exec(asked ?? '') ?? []
          uses.push({ source, offset: node.start, namespace, key: asked === undefined ? undefined : `${key}${below}` })
        }
      })
      return uses
    })
}

/** The namespace of the nearest translator that is declared around a place. @param around the nearest first */
export function namespaceAround(around: Node[]): string | undefined {
  return around.map(namespaceDeclaredIn).find((namespace) => namespace !== undefined)
}

function isTranslate(callee: Node): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return name.type === 'Identifier' && name.name === 't'
}

/** `t('fields', { returnObjects: true })` asks for all texts below a key. */
function isForGroup(options: Node | undefined): boolean {
  if (options?.type !== 'ObjectExpression') return false
  return options.properties.some((entry) => entry.type === 'Property' && textOfKey(entry.key) === 'returnObjects')
}

function textOfKey(key: Node): string | undefined {
  return key.type === 'Identifier' ? key.name : textOf(key)
}

/** The keys that an argument may be; a star stands for a value in a template, undefined for what cannot be read. */
export function keysOf(node: Node | undefined): (string | undefined)[] {
  if (node?.type === 'ConditionalExpression') return [...keysOf(node.consequent), ...keysOf(node.alternate)]
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('*')]
  return [textOf(node)]
}

/** Whether a key is one that the code may ask for by these words. @param asked may have stars */
export function isMeant(asked: string, key: string): boolean {
  const [start = '', ...rest] = asked.split('*')
  if (rest.length === 0) return asked === key
  return key.startsWith(start) && key.endsWith(rest.at(-1) ?? '') && key.length > asked.length - rest.length
}

/** `TFunction<'login'>` or `typeof useTranslation<['login', 'common']>`: of a file whose parts are handed a translator. */
function namespaceOfType(node: Node): string | undefined {
  const name = node.type === 'TSTypeReference' ? node.typeName : node.type === 'TSTypeQuery' ? node.exprName : undefined
  if (name?.type !== 'Identifier' || !/^(TFunction|useTranslation)$/.test(name.name)) return undefined
  const given = 'typeArguments' in node ? node.typeArguments?.params[0] : undefined
  const first = given?.type === 'TSTupleType' ? given.elementTypes[0] : given
  return first?.type === 'TSLiteralType' ? textOf(first.literal) : undefined
}

/** `const { t } = useTranslation('login')` or `const t = ….getFixedT(language, 'mail')` in the body of a function. */
function namespaceDeclaredIn(node: Node): string | undefined {
  if (node.type !== 'BlockStatement') return undefined
  const declared = node.body.flatMap((statement) =>
    statement.type === 'VariableDeclaration' ? statement.declarations : [],
  )
  for (const { init } of declared) {
    if (init?.type !== 'CallExpression') continue
    const callee = init.callee.type === 'MemberExpression' ? init.callee.property : init.callee
    if (callee.type !== 'Identifier') continue
    if (callee.name === 'useTranslation') return firstOf(init.arguments[0]) ?? 'common'
    if (callee.name === 'getFixedT') return firstOf(init.arguments[1]) ?? 'common'
  }
  return undefined
}

function firstOf(node: Node | undefined): string | undefined {
  return textOf(node?.type === 'ArrayExpression' ? node.elements[0] : node)
}
