import type { Text } from './locales.ts'
import { finding, isTest, textOf, walk, type Node, type Source } from './source.ts'

/** Namespaces that are keyed by error code, for errors of calls and for errors of possible future features. */
const ERROR_NAMESPACES = new Set(['errors', 'error-catalogue'])

/** A place where code uses a text. */
interface Use {
  source: Source
  offset: number
  namespace: string
  /** Key in which a star stands for any text; undefined if the code does not determine it. */
  key: string | undefined
}

/** Finds keys in the code that are in no locale file or cannot be read from the code. */
export function unknownKeys(sources: Source[], texts: Text[]): string[] {
  return usesIn(sources).flatMap(({ source, offset, namespace, key }) => {
    if (!key)
      return [
        finding(source, offset, 'The key of t() cannot be read from the code: write it as a string or a template.'),
      ]
    if (texts.some((text) => text.namespace === namespace && matchesKeyPattern(key, text.key))) return []
    return [
      finding(source, offset, `${namespace}:${key} is in no locale file: add it to locales/en/${namespace}.json.`),
    ]
  })
}

/**
 * Finds texts that no code uses.
 * @param awaited `namespace:key` of texts whose page does not exist yet; must list neither used nor missing texts
 */
export function unexpectedlyUnusedKeys(sources: Source[], texts: Text[], awaited: string[]): string[] {
  const unused = unusedTexts(sources, texts)
  const names = new Set(unused.map(({ namespace, key }) => `${namespace}:${key}`))
  return [
    ...unused
      .filter(({ namespace, key }) => !awaited.includes(`${namespace}:${key}`))
      .map(({ source, key, offset }) => finding(source, offset, `${key} is not used: remove it in every language.`)),
    ...awaited
      .filter((name) => !names.has(name))
      .map((name) => `${name} is used, or does not exist: remove it from the list of awaited texts.`),
  ]
}

/** Returns texts that no code uses, except texts of `ERROR_NAMESPACES`. */
export function unusedTexts(sources: Source[], texts: Text[]): Text[] {
  const uses = usesIn(sources)
  const isUsed = ({ namespace, key }: Text) =>
    uses.some((use) => use.namespace === namespace && use.key !== undefined && matchesKeyPattern(use.key, key))
  return texts.filter((text) => !ERROR_NAMESPACES.has(text.namespace) && !isUsed(text))
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
          const [, namespace = standard, key] = /^(?:([\w-]+):)?(.*)$/.exec(asked ?? '') ?? []
          uses.push({ source, offset: node.start, namespace, key: asked === undefined ? undefined : `${key}${below}` })
        }
      })
      return uses
    })
}

/** Returns the namespace of the nearest translator declared around a node. @param around its ancestors, the nearest first */
export function namespaceAround(around: Node[]): string | undefined {
  return around.map(namespaceDeclaredIn).find((namespace) => namespace !== undefined)
}

function isTranslate(callee: Node): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return name.type === 'Identifier' && name.name === 't'
}

/** Whether a call uses all texts below a key: `t('fields', { returnObjects: true })`. */
function isForGroup(options: Node | undefined): boolean {
  if (options?.type !== 'ObjectExpression') return false
  return options.properties.some((entry) => entry.type === 'Property' && textOfKey(entry.key) === 'returnObjects')
}

function textOfKey(key: Node): string | undefined {
  return key.type === 'Identifier' ? key.name : textOf(key)
}

/** Returns the possible keys of an argument. A star stands for a value in a template, undefined for an unreadable key. */
export function keysOf(node: Node | undefined): (string | undefined)[] {
  if (node?.type === 'ConditionalExpression') return [...keysOf(node.consequent), ...keysOf(node.alternate)]
  if (node?.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('*')]
  return [textOf(node)]
}

/** Whether a key matches the pattern `asked`, in which a star stands for any text. */
export function matchesKeyPattern(asked: string, key: string): boolean {
  const [start = '', ...rest] = asked.split('*')
  if (rest.length === 0) return asked === key
  return key.startsWith(start) && key.endsWith(rest.at(-1) ?? '') && key.length > asked.length - rest.length
}

/** Returns the namespace of a translator's type: `TFunction<'login'>` or `typeof useTranslation<['login', 'common']>`. */
function namespaceOfType(node: Node): string | undefined {
  const name = node.type === 'TSTypeReference' ? node.typeName : node.type === 'TSTypeQuery' ? node.exprName : undefined
  if (name?.type !== 'Identifier' || !/^(TFunction|useTranslation)$/.test(name.name)) return undefined
  const given = 'typeArguments' in node ? node.typeArguments?.params[0] : undefined
  const first = given?.type === 'TSTupleType' ? given.elementTypes[0] : given
  return first?.type === 'TSLiteralType' ? textOf(first.literal) : undefined
}

/** Returns the namespace declared in a function body: `useTranslation('login')` or `….getFixedT(language, 'mail')`. */
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
