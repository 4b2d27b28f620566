interface OpenLinkProps {
  href: string
  /** What a screen reader says: 'Open beacon-api'. */
  label: string
  onOpen?: () => void
}

/** The link in a row of a list that leaves the product, over the link that the row is. Its icon is the style sheet's. */
export function OpenLink({ href, label, onOpen }: OpenLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      className="open"
      onClick={onOpen}
      onAuxClick={onOpen}
    />
  )
}
