/** The tags that Markdown becomes; headings begin below those of a page and its sections. */
export type MarkdownTag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'em'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'

/** An element of Markdown as data: made on the server, drawn by the browser without a parser. */
export interface MarkdownElement {
  tag: MarkdownTag
  /** Of a link: an http, https or mailto address. */
  href?: string
  /** Of an ordered list that does not begin with 1. */
  start?: number
  children?: MarkdownNode[]
}

/** Text, or an element. */
export type MarkdownNode = string | MarkdownElement
