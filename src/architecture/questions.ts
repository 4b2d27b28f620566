import type { Text } from './locales.ts'
import { finding, walk, type Node, type Source } from './source.ts'
import { matchesKeyPattern, keysOf, namespaceAround } from './used-texts.ts'

/** The components for confirmations, and the file that declares these components. */
const CONFIRMATIONS = new Set(['Confirm', 'ConfirmButton', 'ConfirmForm'])
const DECLARED_IN = 'src/ui/confirm.tsx'
const BUTTONS = new Set(['Button', 'CancelLink', 'ConfirmButton', 'DialogButton'])

/** Actions next to which 'Cancel' is ambiguous, because the action itself cancels something. */
const CANCELLING = /^(?:cancel|discard|drop|revoke|stop|undo|withdraw)/i

type Element = Extract<Node, { type: 'JSXElement' }>
/** Splits texts into words, also in languages that are written without spaces. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

type TextsByKey = { key: string; texts: Text[] }[]

/**
 * Finds confirmations that can be misread. The summary must name an action and its object, the action and cancel buttons must
 * begin with different words in every language, and the texts must be readable from the code.
 */
export function ambiguousConfirmations(sources: Source[], texts: Text[]): string[] {
  return elementsIn(sources, (name) => CONFIRMATIONS.has(name))
    .filter(({ source }) => source.path !== DECLARED_IN)
    .flatMap(({ source, element, around }) => {
      const refuse = (words: string) => finding(source, element.start, words)
      const of = (name: string) => textsOf(attributeOf(element, name), around, texts)
      const summary = of('summary')
      const action = attributeOf(element, 'action') ? of('action') : textsWithKey('common', 'confirm', texts)
      if (!summary || !action) return [refuse('Write the summary and the action of the confirmation as t(…).')]
      const isCancellation = hasAttribute(element, 'isCancellation')
      const wayOut = textsWithKey('common', isCancellation ? 'keepIt' : 'cancel', texts)
      return [
        ...sameBeginnings([wayOut, action]).map(refuse),
        ...summary
          .flatMap((one) => one.texts)
          .filter(({ value }) => wordsOf(value).length < 2)
          .map(({ key, language }) => refuse(`${key} is one word in ${language}: name the action and its object.`)),
        ...action
          .flatMap((one) => one.texts)
          .filter(({ language, value }) => language === 'en' && CANCELLING.test(value) && !isCancellation)
          .map(({ value }) =>
            refuse(`"${value}" cancels something itself: use the button "Keep it" instead (isCancellation).`),
          ),
      ]
    })
}

/** Finds a cancel button and a button next to it that begin with the same word in some language. */
export function ambiguousButtons(sources: Source[], texts: Text[]): string[] {
  return elementsIn(sources, () => true).flatMap(({ source, element, around }) => {
    const labels =
      nameOf(element) === 'FormEnd'
        ? [textsWithKey('common', 'cancel', texts), submitLabelOf(element, around, texts)]
        : buttonsIn(element).map((button) => textsOf(labelOf(button), [element, ...around], texts) ?? [])
    if (!labels.flat().some(({ key }) => key === 'common:cancel' || key === 'common:keepIt')) return []
    return sameBeginnings(labels).map((words) => finding(source, element.start, words))
  })
}

/** Finds buttons next to each other with the same text in some language. Buttons with the same key are meant to be equal. */
export function buttonsWithEqualText(sources: Source[], texts: Text[]): string[] {
  return elementsIn(sources, () => true).flatMap(({ source, element, around }) => {
    const labels = buttonsIn(element).map((button) => textsOf(labelOf(button), [element, ...around], texts) ?? [])
    const ofDifferentKeys = [...new Map(labels.map((label) => [label.map(({ key }) => key).join(), label])).values()]
    return pairsOf(ofDifferentKeys, (left, right) => left === right).map((words) =>
      finding(source, element.start, words),
    )
  })
}

function buttonsIn(element: Element): Element[] {
  return element.children.flatMap((child) => (child.type === 'JSXElement' && BUTTONS.has(nameOf(child)) ? [child] : []))
}

function submitLabelOf(formEnd: Element, around: Node[], texts: Text[]): TextsByKey {
  const given = attributeOf(formEnd, 'submitLabel')
  return given ? (textsOf(given, around, texts) ?? []) : textsWithKey('common', 'save', texts)
}

/** Returns a sentence for each pair of texts of two buttons that begin with the same word. */
function sameBeginnings(buttons: TextsByKey[]): string[] {
  return pairsOf(buttons, (left, right) => wordsOf(left)[0] === wordsOf(right)[0])
}

function pairsOf(buttons: TextsByKey[], areAlike: (left: string, right: string) => boolean): string[] {
  return buttons.flatMap((one, index) =>
    buttons.slice(index + 1).flatMap((other) =>
      one
        .flatMap(({ texts }) => texts)
        .flatMap((left) =>
          other
            .flatMap(({ texts }) => texts)
            .filter(({ language, value }) => language === left.language && areAlike(value, left.value))
            .map(({ value }) => `In ${left.language} its buttons are "${left.value}" and "${value}".`),
        ),
    ),
  )
}

function wordsOf(text: string): string[] {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u.test(text))
    return [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  return text.toLowerCase().match(/\{\{.*?\}\}|[\p{L}\p{M}’']+/gu) ?? []
}

/** Returns the texts that an expression can show; undefined if the code does not determine them. */
function textsOf(node: Node | undefined, around: Node[], texts: Text[]): TextsByKey | undefined {
  const value = node?.type === 'JSXExpressionContainer' ? node.expression : node
  if (value?.type === 'ConditionalExpression') {
    const [one, other] = [value.consequent, value.alternate].map((each) => textsOf(each, around, texts))
    return one && other && [...one, ...other]
  }
  if (value?.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 't')
    return undefined
  const found = keysOf(value.arguments[0]).map((asked) => {
    const [, namespace = namespaceAround(around) ?? 'common', key = ''] = /^(?:(\w+):)?(.*)$/.exec(asked ?? '') ?? []
    return asked === undefined ? [] : textsWithKey(namespace, key, texts)
  })
  return found.every((some) => some.length > 0) ? found.flat() : undefined
}

function textsWithKey(namespace: string, asked: string, texts: Text[]): TextsByKey {
  const meant = texts.filter((text) => text.namespace === namespace && matchesKeyPattern(asked, text.key))
  return [...Map.groupBy(meant, ({ key }) => key)].map(([key, some]) => ({ key: `${namespace}:${key}`, texts: some }))
}

function elementsIn(sources: Source[], isMeantBy: (name: string) => boolean) {
  return sources
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap((source) => {
      const found: { source: Source; element: Element; around: Node[] }[] = []
      walk(source, (element, around) => {
        if (element.type === 'JSXElement' && isMeantBy(nameOf(element))) found.push({ source, element, around })
      })
      return found
    })
}

function nameOf({ openingElement: { name } }: Element): string {
  return name.type === 'JSXIdentifier' ? name.name : ''
}

function attributesOf(element: Element, wanted: string) {
  return element.openingElement.attributes.filter(
    (attribute) =>
      attribute.type === 'JSXAttribute' && attribute.name.type === 'JSXIdentifier' && attribute.name.name === wanted,
  )
}

function hasAttribute(element: Element, wanted: string): boolean {
  return attributesOf(element, wanted).length > 0
}

function attributeOf(element: Element, wanted: string): Node | undefined {
  const [attribute] = attributesOf(element, wanted)
  return attribute?.type === 'JSXAttribute' ? (attribute.value ?? undefined) : undefined
}

/** Returns the label of a button: the only expression inside it, or the action of a confirmation. */
function labelOf(button: Element): Node | undefined {
  if (nameOf(button) === 'ConfirmButton') return attributeOf(button, 'action')
  return button.children.find((child) => child.type === 'JSXExpressionContainer')
}
