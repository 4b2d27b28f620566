import { finding, isTest, walk, type Node, type Source } from './source.ts'

/** Attributes and properties whose value people read or hear. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'alt', 'hint', 'label', 'placeholder', 'title'])
const LETTER = /\p{L}/u

/** Words that stand in markup instead of in a locale file. */
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
        if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' && SPOKEN.has(node.name.name))
          for (const [at, text] of textsIn(node.value)) refuse(at, text)
      })
      return findings
    })
}

/** The words that an expression can come out as. Calls are not looked into: `t('…')` is one. */
function textsIn(node: Node | null): [Node, string][] {
  if (!node) return []
  if (node.type === 'JSXExpressionContainer') return textsIn(node.expression)
  if (node.type === 'ConditionalExpression') return [...textsIn(node.consequent), ...textsIn(node.alternate)]
  // Of the operators between two values only this one can come out as words.
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
