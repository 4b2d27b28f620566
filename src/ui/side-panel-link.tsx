import { Link, useLocation, type LinkComponentProps } from '@tanstack/react-router'

interface SidePanelLinkProps extends Omit<LinkComponentProps, 'to' | 'search'> {
  /** The URL parameter that names the row whose panel opens. */
  opened: Record<string, string>
}

/** A link that opens the side panel of a row, or shows the row in the open panel, which closing then still closes. */
export function SidePanelLink({ opened, ...link }: SidePanelLinkProps) {
  const { pathname, search } = useLocation()
  const isOpen = Object.keys(opened).some((name) => name in search && search[name as keyof typeof search] !== '')
  return (
    <Link
      {...link}
      to="."
      search={(search: object) => ({ ...search, ...opened })}
      state={isOpen || { openedFrom: pathname }}
      replace={isOpen}
      resetScroll={false}
      preload={false}
    />
  )
}
