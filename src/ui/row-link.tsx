import { Link, type HistoryState, type LinkProps } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'

/** A page of one thing, by its id. */
type RowPath = Extract<LinkProps['to'], `${string}/$id`>

interface RowLinkProps {
  to: RowPath
  id: string
  /** What the history keeps with the page that it leads to. */
  state?: HistoryState | undefined
  title?: string
  children: ReactNode
}

/**
 * The link that covers a row of a list: its title is what a pointer finds beside the text. On the server an anchor alone,
 * for the router's link works out what a row never needs: whether its page is the one that shows.
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
