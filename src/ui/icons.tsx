import type { ReactNode } from 'react'

/** Icons of the sign-in pages, drawn here so that those pages load no icon package. Other pages use lucide-react. */
function Icon({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon size-4 shrink-0${className && ` ${className}`}`}>
      {children}
    </svg>
  )
}

export function ErrorIcon() {
  return (
    <Icon className="mt-0.5">
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 7.5v5M12 16.2v.1" />
    </Icon>
  )
}

export function MailIcon() {
  return (
    <Icon className="mt-0.5">
      <rect x="2.5" y="4.5" width="19" height="15" rx="2.5" />
      <path d="m3.5 7 8.5 6L20.5 7" />
    </Icon>
  )
}

export function LanguageIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M2.5 12h19M12 2.5c5 5.5 5 13.5 0 19-5-5.5-5-13.5 0-19z" />
    </Icon>
  )
}

export function ThemeIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 2.5v19a9.5 9.5 0 0 0 0-19z" fill="currentColor" />
    </Icon>
  )
}

export function ChevronIcon() {
  return (
    <Icon>
      <path d="m6.5 9.5 5.5 5.5 5.5-5.5" />
    </Icon>
  )
}

/** The product's mark: a keyhole. */
export function ProductMark({ className = 'size-10' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={className}>
      <rect width="40" height="40" rx="10" className="fill-accent" />
      <circle cx="20" cy="16" r="6" className="fill-on-accent" />
      <path d="M17.6 19h4.8l2.6 12H15z" className="fill-on-accent" />
    </svg>
  )
}
