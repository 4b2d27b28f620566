import { Link, type LinkComponentProps } from '@tanstack/react-router'

interface ListLinkProps extends Omit<LinkComponentProps, 'to' | 'search'> {
  /** The URL parameters to change; empty ones are left out of the URL. */
  changed: Record<string, string>
}

/** A link to the start of the list on this page with another filter or order. */
export function ListLink({ changed, ...link }: ListLinkProps) {
  return (
    <Link
      {...link}
      to="."
      search={(search: object) => ({ ...search, after: '', ...changed })}
      activeOptions={{ exact: true }}
      preload={false}
      resetScroll={false}
    />
  )
}
