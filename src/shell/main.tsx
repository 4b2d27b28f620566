import { createContext, useContext, type ReactNode } from 'react'

const IsInsideMain = createContext(false)

/** The main landmark and target of the skip link. A nested one is a `div`, because a page has only one main landmark. */
export function Main({ className, children }: { className: string; children: ReactNode }) {
  if (useContext(IsInsideMain)) return <div className={className}>{children}</div>
  return (
    <IsInsideMain value>
      <main id="main" tabIndex={-1} className={className}>
        {children}
      </main>
    </IsInsideMain>
  )
}
