import { createElement, Fragment, type ReactNode } from 'react'
import type { MarkdownElement, MarkdownNode } from '#lib/markdown-tree.ts'

/**
 * A text written in Markdown. It is already parsed into elements and text, so nothing in it is treated as HTML. Each block has
 * its own text direction, independent of the page's.
 */
export function Markdown({ nodes }: { nodes: MarkdownNode[] }) {
  return <div className="markdown">{nodes.map((node, index) => renderNode(node, index, 'auto'))}</div>
}

function renderNode(node: MarkdownNode, index: number, dir?: 'auto'): ReactNode {
  if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>
  const { tag } = node
  const children = node.children?.map((child, place) => renderNode(child, place))
  // Wide tables and code scroll within themselves, also by keyboard.
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
