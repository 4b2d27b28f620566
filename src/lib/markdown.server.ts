import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { LRUCache } from 'lru-cache'
import { isolated } from './intl.ts'
import type { MarkdownElement, MarkdownNode, MarkdownTag } from './markdown-tree.ts'

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root['children'][number]
type Definitions = Map<string, string>

const EXTENSIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
/** What is nested deeper is text: nobody writes it, and nobody could read it. */
const DEEPEST = 16
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])
/** Marks that the parser looks back over, each at all before it: a text with more of them is shown as it was typed. */
const MOST_MARKS = 500
const MARKS = /[*_~|]+/g
/** A line that begins with more lists and quotes in one another than are shown. */
const TOO_DEEP = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){${DEEPEST + 1}}`, 'm')
/** Reading takes milliseconds, and what is read is read again. */
const read = new LRUCache<string, MarkdownNode[]>({ max: 200 })
/** The first heading of a text stands below the heading of the section that it is in. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const satisfies MarkdownTag[]

/** Elements that are no more than their children. */
const PLAIN_TAGS: Partial<Record<Nodes['type'], MarkdownTag>> = {
  blockquote: 'blockquote',
  delete: 'del',
  emphasis: 'em',
  paragraph: 'p',
  strong: 'strong',
}

/**
 * Reads Markdown (that of GitHub) into what may be shown of it: no HTML, no images, no links but to http, https and mailto
 * addresses. HTML comes out as the text that it is, an image as a link.
 */
export function readMarkdown(text: string): MarkdownNode[] {
  const known = read.get(text)
  if (known) return known
  const nodes = isWithinBounds(text) ? parse(text) : [{ tag: 'p' as const, children: [text] }]
  read.set(text, nodes)
  return nodes
}

function isWithinBounds(text: string): boolean {
  return !TOO_DEEP.test(text) && (text.match(MARKS) ?? []).length <= MOST_MARKS
}

function parse(text: string): MarkdownNode[] {
  const root = fromMarkdown(text, EXTENSIONS)
  const definitions: Definitions = new Map(
    root.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  )
  return childrenOf(root, definitions, 0)
}

function childrenOf(node: Nodes, definitions: Definitions, depth: number): MarkdownNode[] {
  if (!('children' in node)) return []
  if (depth > DEEPEST) return [textOf(node)]
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
      // One that stands alone is a paragraph of its own.
      return [depth === 1 ? { tag: 'p', children: [node.value] } : node.value]
    default:
      return leafOf(node) ?? readReference(node, definitions, inside)
  }
}

/** What has nothing inside; undefined for anything else. */
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
 * A link, or its text alone where it leads to what may not be led to. Behind a text that looks like an address of another host
 * stands the link's own.
 */
function linkTo(url: string | undefined, children: MarkdownNode[]): MarkdownNode[] {
  const target = url === undefined ? null : URL.parse(url)
  // A name before the host looks like the host.
  if (!target || !PROTOCOLS.has(target.protocol) || target.username || target.password) return children
  const link: MarkdownElement = { tag: 'a', href: target.href, children }
  const host = target.protocol === 'mailto:' ? (target.pathname.split('@').at(-1) ?? '') : target.hostname
  const isTold = hostsIn(children.map(plainText).join('')).every((one) => withoutWww(one) === withoutWww(host))
  return isTold ? [link] : [link, ` (${isolated(host)})`]
}

/** Lists the hosts of the addresses in a text, with their scheme or without. */
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

/** What is in an item of a list: its first line is no paragraph of its own, but where others follow. */
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
