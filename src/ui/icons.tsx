/** Icons of the first page, drawn here so that it loads no icon package. The rest of the product uses lucide-react. */
export function ErrorIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="mt-0.5 size-4 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 7.5v5M12 16.2v.1" />
    </svg>
  )
}

/** The product's mark: a keyhole. */
export function Mark({ className = 'size-10' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={className}>
      <rect width="40" height="40" rx="10" className="fill-accent" />
      <circle cx="20" cy="16" r="6" className="fill-on-accent" />
      <path d="M17.6 19h4.8l2.6 12H15z" className="fill-on-accent" />
    </svg>
  )
}
