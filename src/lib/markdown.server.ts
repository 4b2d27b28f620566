import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { LRUCache } from 'lru-cache'
import { isolateDirection } from './intl.ts'
import type { MarkdownElement, MarkdownNode, MarkdownTag } from './markdown-tree.ts'

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root['children'][number]
type Definitions = Map<string, string>

const EXTENSIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
/** Maximum nesting; deeper content is shown as text. */
const MAX_DEPTH = 16
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])
/** Maximum number of `MARKS`, because the parser checks all previous marks at each one. Texts with more are not parsed. */
const MAX_MARKS = 500
const MARKS = /[*_~|]+/g
/** Matches a line that starts with more nested lists and quotes than `MAX_DEPTH`. */
const TOO_DEEP = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){${MAX_DEPTH + 1}}`, 'm')
/** Cache, because parsing takes milliseconds and texts are shown repeatedly. */
const parsedTexts = new LRUCache<string, MarkdownNode[]>({ max: 200 })
/** Tags of headings; the first level is below the heading of the section. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const satisfies MarkdownTag[]

/** Elements without attributes. */
const PLAIN_TAGS: Partial<Record<Nodes['type'], MarkdownTag>> = {
  blockquote: 'blockquote',
  delete: 'del',
  emphasis: 'em',
  paragraph: 'p',
  strong: 'strong',
}

/**
 * Parses GitHub Markdown into safe elements: no HTML, no images, only http, https and mailto links. HTML is shown as text, an
 * image as a link.
 */
export function readMarkdown(text: string): MarkdownNode[] {
  const known = parsedTexts.get(text)
  if (known) return known
  const nodes = isCheapToParse(text) ? parseMarkdown(text) : [{ tag: 'p' as const, children: [text] }]
  parsedTexts.set(text, nodes)
  return nodes
}

function isCheapToParse(text: string): boolean {
  return !TOO_DEEP.test(text) && (text.match(MARKS) ?? []).length <= MAX_MARKS
}

function parseMarkdown(text: string): MarkdownNode[] {
  const root = fromMarkdown(text, EXTENSIONS)
  const definitions: Definitions = new Map(
    root.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  )
  return childrenOf(root, definitions, 0)
}

function childrenOf(node: Nodes, definitions: Definitions, depth: number): MarkdownNode[] {
  if (!('children' in node)) return []
  if (depth > MAX_DEPTH) return [textOf(node)]
  return node.children.flatMap((child) => nodesOf(child, definitions, depth + 1))
}

function nodesOf(node: Nodes, definitions: Definitions, depth: number): MarkdownNode[] {
  const inside = () => childrenOf(node, definitions, depth)
  const plain = PLAIN_TAGS[node.type]
  if (plain) return [{ tag: plain, children: inside() }]
  switch (node.type) {
    case 'heading':
      return [{ tag: HEADINGS[node.depth - 1] ?? 'h6', children: inside() }]
    case 'list':
      return [listOf(node, inside())]
    case 'listItem':
      return [{ tag: 'li', children: itemOf(node, inside()) }]
    case 'table':
      return [tableOf(node, definitions, depth)]
    case 'html':
      // At the top level, HTML is a paragraph.
      return [depth === 1 ? { tag: 'p', children: [node.value] } : node.value]
    default:
      return leafOf(node) ?? readReference(node, definitions, inside)
  }
}

/** Converts a node without children; undefined for others. */
function leafOf(node: Nodes): MarkdownNode[] | undefined {
  switch (node.type) {
    case 'text':
      return [node.value]
    case 'inlineCode':
      return [{ tag: 'code', children: [node.value] }]
    case 'code':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [node.value] }] }]
    case 'break':
      return [{ tag: 'br' }]
    case 'thematicBreak':
      return [{ tag: 'hr' }]
    case 'definition':
      return []
    default:
      return undefined
  }
}

function readReference(node: Nodes, definitions: Definitions, inside: () => MarkdownNode[]): MarkdownNode[] {
  switch (node.type) {
    case 'link':
      return linkTo(node.url, inside())
    case 'image':
      return linkTo(node.url, [node.alt || node.url])
    case 'linkReference':
      return linkTo(definitions.get(node.identifier), inside())
    case 'imageReference':
      return linkTo(definitions.get(node.identifier), [node.alt || node.identifier])
    case 'footnoteReference':
      return [`[${node.identifier}]`]
    case 'footnoteDefinition':
      return [{ tag: 'p', children: [`[${node.identifier}]`] }, ...inside()]
    default:
      return inside()
  }
}

/**
 * Creates a link, or only its text if the URL is not allowed. If the text looks like another host's URL, the real URL is
 * appended.
 */
function linkTo(url: string | undefined, children: MarkdownNode[]): MarkdownNode[] {
  const target = url === undefined ? null : URL.parse(url)
  // Refuse a username, because it looks like the host.
  if (!target || !PROTOCOLS.has(target.protocol) || target.username || target.password) return children
  const link: MarkdownElement = { tag: 'a', href: target.href, children }
  const host = target.protocol === 'mailto:' ? (target.pathname.split('@').at(-1) ?? '') : target.hostname
  const isTold = hostsIn(children.map(plainText).join('')).every((one) => withoutWww(one) === withoutWww(host))
  return isTold ? [link] : [link, ` (${isolateDirection(host)})`]
}

/** Returns the hosts of the URLs in a text, with or without scheme. */
function hostsIn(text: string): string[] {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .split(/[\s<>()"'«»“”]+/)
    .map((word) => URL.parse(/^https?:/i.test(word) ? word : `http://${word}`)?.hostname ?? '')
    .map((host) => host.replace(/[.,;!]+$/, ''))
    .filter((host) => /\.[a-z][a-z\d-]+$/.test(host))
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

function plainText(node: MarkdownNode): string {
  return typeof node === 'string' ? node : (node.children ?? []).map(plainText).join('')
}

function listOf(node: Extract<Nodes, { type: 'list' }>, children: MarkdownNode[]): MarkdownElement {
  if (!node.ordered) return { tag: 'ul', children }
  return { tag: 'ol', children, ...(node.start !== 1 && { start: node.start ?? 1 }) }
}

/** Returns the content of a list item. Its first line is a paragraph only if blank lines separate the parts of the item. */
function itemOf({ checked, spread }: Extract<Nodes, { type: 'listItem' }>, children: MarkdownNode[]): MarkdownNode[] {
  const task = typeof checked === 'boolean' ? [checked ? '☑ ' : '☐ '] : []
  const [first, ...others] = children
  if (typeof first !== 'object' || first.tag !== 'p') return [...task, ...children]
  const line = [...task, ...(first.children ?? [])]
  return spread ? [{ tag: 'p', children: line }, ...others] : [...line, ...others]
}

function tableOf(node: Extract<Nodes, { type: 'table' }>, definitions: Definitions, depth: number): MarkdownElement {
  const [head, ...body] = node.children.map((row) => (tag: 'th' | 'td'): MarkdownElement => ({
    tag: 'tr',
    children: row.children.map((cell) => ({ tag, children: childrenOf(cell, definitions, depth) })),
  }))
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: head ? [head('th')] : [] },
      { tag: 'tbody', children: body.map((row) => row('td')) },
    ],
  }
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
