interface OpenLinkProps {
  href: string
  /** The label for screen readers: 'Open beacon-api'. */
  label: string
  onOpen?: () => void
}

/** A link in a row of a list to another site, above the link that covers the row. The style sheet adds its icon. */
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
