import type { ReactNode } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'

interface SampleProps {
  title: ReactNode
  text: string
  /** The accessible name of the button that copies the text. */
  label: string
}

/** A piece of code under its title, with a button that copies it. */
export function Sample({ title, text, label }: SampleProps) {
  return (
    <figure className="overflow-clip rounded-control border border-hairline">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 border-b border-hairline bg-sunken ps-3 pe-1 text-small text-muted">
        {title}
        <CopyButton text={text} label={label} />
      </figcaption>
      <pre className="p-3 font-mono text-small wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </figure>
  )
}
