import type { ComponentProps, ReactNode } from 'react'
import type { RowTool } from '#feature/row-tool.ts'
import { rowTools } from '#slots/rows.ts'
import type { PageMark } from '#features/repositories/components/marks.tsx'

interface RowToolsProps extends Omit<ComponentProps<RowTool['Around']>, 'children'> {
  children: (marks: PageMark[], onOpen: (id: string) => void) => ReactNode
}

const toolEntries = Object.entries(rowTools)

/** Wraps the list of repositories, or the page of a repository, in the components that features add. */
export function RowTools({ children, ...page }: RowToolsProps) {
  return toolEntries.reduceRight<RowToolsProps['children']>(
    (inside, [name, { Around, Head, Filter }]) =>
      (marks, onOpen) => (
        <Around {...page}>
          {(own) =>
            inside([...marks, { name, Head, Filter, render: own.renderMark }], (id) => {
              onOpen(id)
              own.onOpen(id)
            })
          }
        </Around>
      ),
    children,
  )([], () => {})
}
