import { Link, type LinkComponentProps } from '@tanstack/react-router'

interface ListLinkProps extends Omit<LinkComponentProps, 'to' | 'search'> {
  /** The parameters of the URL that are other ones there; an empty one is left out. */
  changed: Record<string, string>
}

/** A link to the beginning of the list on this page, filtered or sorted in another way. */
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
