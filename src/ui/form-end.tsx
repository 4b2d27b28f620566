import type { ReactNode } from 'react'

interface FormErrorProps {
  /** Nothing, as long as nothing failed: then it takes no room. */
  text: string | undefined
  className?: string
}

/** The line that says why something failed, announced as soon as it is there. */
export function FormError({ text, className = '' }: FormErrorProps) {
  return (
    <p role="alert" className={text ? `text-small text-danger ${className}` : 'sr-only'}>
      {text}
    </p>
  )
}

/** The buttons at the end of a form, the main one last; on phones each as wide as the form, the main one first. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">{children}</div>
}
