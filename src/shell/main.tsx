import { createContext, useContext, type ReactNode } from 'react'

const IsInside = createContext(false)

interface MainProps {
  className: string
  children: ReactNode
}

/** The main landmark, where the skip link leads. What stands inside another is no landmark: a page has one. */
export function Main({ className, children }: MainProps) {
  if (useContext(IsInside)) return <div className={className}>{children}</div>
  return (
    <IsInside value>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
    </IsInside>
  )
}
