import { createElement, Fragment, type ReactNode } from 'react'
import type { MarkdownElement, MarkdownNode } from '#lib/markdown-tree.ts'

/**
 * A text that somebody wrote in Markdown; it is elements and text by now, nothing of it is taken for HTML. Each of its blocks
 * runs its own way, whichever way the page does.
 */
export function Markdown({ nodes }: { nodes: MarkdownNode[] }) {
  return <div className="markdown">{nodes.map((node, index) => draw(node, index, 'auto'))}</div>
}

function draw(node: MarkdownNode, index: number, dir?: 'auto'): ReactNode {
  if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
  const { tag } = node
  const children = node.children?.map((child, place) => draw(child, place))
  // What is wider than its place is scrolled there, by keys too.
  if (tag !== 'table' && tag !== 'pre') return createElement(tag, { key: index, dir, ...attributesOf(node) }, children)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div key={index} dir={dir} className="markdown-wide" tabIndex={0}>
      {createElement(tag, {}, children)}
    </div>
  )
}

function attributesOf({ tag, href, start }: MarkdownElement) {
  if (tag === 'a') return { href, target: '_blank', rel: 'noopener noreferrer nofollow', className: 'text-link' }
  return start === undefined ? {} : { start }
}
