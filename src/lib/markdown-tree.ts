type TextTag = 'a' | 'br' | 'code' | 'del' | 'em' | 'strong'
type BlockTag = 'blockquote' | 'h3' | 'h4' | 'h5' | 'h6' | 'hr' | 'li' | 'ol' | 'p' | 'pre' | 'ul'
type TableTag = 'table' | 'tbody' | 'td' | 'th' | 'thead' | 'tr'

/** The tags for Markdown. Its headings start below the heading levels of a page and its sections. */
export type MarkdownTag = TextTag | BlockTag | TableTag

/** An element of Markdown as data: parsed on the server, rendered by the browser without a parser. */
export interface MarkdownElement {
  tag: MarkdownTag
  /** The http, https or mailto URL of a link. */
  href?: string
  /** The first number of an ordered list that does not start with 1. */
  start?: number
  children?: MarkdownNode[]
}

/** Text, or an element. */
export type MarkdownNode = string | MarkdownElement
