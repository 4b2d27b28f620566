import { finding, isTest, walk, type Node, type Source } from './source.ts'

/** Attributes and properties whose value users read, or hear from a screen reader. */
const TEXT_ATTRIBUTES = new Set(['aria-label', 'aria-description', 'alt', 'hint', 'label', 'placeholder', 'title'])
const LETTER = /\p{L}/u

/** Punctuation that differs between languages, or has different spaces around it. */
const PUNCTUATION = /[:;,()!?«»"“”„؛،؟]/

/** Finds templates that join translated texts with punctuation, which differs: French has a space before a colon. */
export function punctuationInCode(sources: Source[]): string[] {
  return sources
    .filter((source) => !isTest(source))
    .flatMap((source) => {
      const findings: string[] = []
      walk(source, (node, around) => {
        if (node.type !== 'TemplateLiteral' || !(node.expressions.some(isTranslated) || isShown(around))) return
        const signs = node.quasis.map(({ value }) => value.cooked ?? '').join('…')
        if (PUNCTUATION.test(signs))
          findings.push(
            finding(source, node.start, `Joins texts by "${signs}": use common:labelled, or a text of its own.`),
          )
      })
      return findings
    })
}

/** Whether markup shows an expression with these ancestors. */
function isShown([container, element]: Node[]): boolean {
  return (
    container?.type === 'JSXExpressionContainer' && (element?.type === 'JSXElement' || element?.type === 'JSXFragment')
  )
}

/** Whether an expression is a translated text: `t('…')`, or a call with `t` as an argument. */
function isTranslated(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const named = (one: Node) => one.type === 'Identifier' && one.name === 't'
  return named(node.callee) || node.arguments.some(named)
}

/** Finds words in markup that belong in a locale file. */
export function textInMarkup(sources: Source[]): string[] {
  return sources
    .filter((source) => source.path.endsWith('.tsx') && !isTest(source))
    .flatMap((source) => {
      const findings: string[] = []
      const refuse = (node: Node, text: string) =>
        findings.push(
          finding(source, node.start, `Says "${text.trim()}": put the sentence into locales/en and show it with t().`),
        )
      walk(source, (node) => {
        if (node.type === 'JSXText' && LETTER.test(node.value)) refuse(node, node.value)
        if (node.type === 'JSXElement' || node.type === 'JSXFragment')
          for (const child of node.children)
            if (child.type === 'JSXExpressionContainer')
              for (const [at, text] of textsIn(child.expression)) refuse(at, text)
        if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' && TEXT_ATTRIBUTES.has(node.name.name))
          for (const [at, text] of textsIn(node.value)) refuse(at, text)
      })
      return findings
    })
}

/** Returns the literal texts that an expression can evaluate to. Skips calls, because `t('…')` is a call. */
function textsIn(node: Node | null): [Node, string][] {
  if (!node) return []
  if (node.type === 'JSXExpressionContainer') return textsIn(node.expression)
  if (node.type === 'ConditionalExpression') return [...textsIn(node.consequent), ...textsIn(node.alternate)]
  // Among binary operators only + can produce a text.
  if (node.type === 'LogicalExpression' || (node.type === 'BinaryExpression' && node.operator === '+'))
    return [...textsIn(node.left), ...textsIn(node.right)]
  if (node.type === 'TemplateLiteral') {
    const words = node.quasis.map(({ value }) => value.cooked ?? '').join('…')
    return LETTER.test(words) ? [[node, words]] : []
  }
  return node.type === 'Literal' && typeof node.value === 'string' && LETTER.test(node.value)
    ? [[node, node.value]]
    : []
}
