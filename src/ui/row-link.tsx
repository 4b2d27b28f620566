import { Link, type HistoryState, type LinkProps } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'

/** The path of an object's page, by its ID. */
type RowPath = Extract<LinkProps['to'], `${string}/$id`>

interface RowLinkProps {
  to: RowPath
  id: string
  /** The history state of the page that the link opens. */
  state?: HistoryState | undefined
  title?: string
  children: ReactNode
}

/**
 * The link that covers a row of a list; pointing beside the text shows the link's title. On the server it is a plain anchor: the
 * router's link would also compute whether its page is the current one, which a row never needs.
 */
export const RowLink: (props: RowLinkProps) => ReactNode = createIsomorphicFn()
  .server(({ to, id, title, children }: RowLinkProps) => (
    <a title={title} className="row-link" href={to.replace('$id', encodeURIComponent(id))}>
      {children}
    </a>
  ))
  .client(({ to, id, state = {}, title, children }: RowLinkProps) => (
    <Link to={to} params={{ id }} state={state} title={title} className="row-link">
      {children}
    </Link>
  ))
