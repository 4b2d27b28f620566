import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import { buttonClasses } from '#ui/button.tsx'
import type { ImportDetail } from '../imports.schema.ts'
import { fieldLabel } from '../field-label.ts'

// On phones, shows the cells of a row one below the other instead of in three narrow columns.
const CELL_CLASSES = 'px-3 py-2 align-top max-sm:block max-sm:p-0'

/** The first rows that cannot be imported, each with its problems, and a link that downloads all such rows. */
export function ProblemList({ draft: { id, thing, fields, problems } }: { draft: ImportDetail }) {
  const { t, i18n } = useTranslation(['imports', 'users', 'repositories'])
  const keyLabel = fieldLabel(t, thing, fields[0]?.name ?? '')
  return (
    <>
      <div className="rounded-control border border-hairline">
        <table className="w-full text-start text-small max-sm:block">
          <caption className="sr-only">{t('firstProblems', { count: problems.length })}</caption>
          <thead className="bg-sunken max-sm:sr-only">
            <tr>
              {[t('line'), keyLabel, t('problem')].map((name) => (
                <th key={name} scope="col" className="px-3 py-2 text-start font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline max-sm:block">
            {problems.map(({ line, name, problems }) => (
              <tr key={line} className="max-sm:block max-sm:px-3 max-sm:py-2">
                <td className={`${CELL_CLASSES} tabular-nums max-sm:text-muted`}>
                  <span className="sm:hidden">{t('line')} </span>
                  {numberIn(i18n.language).format(line)}
                </td>
                <td className={`${CELL_CLASSES} wrap-anywhere max-sm:font-medium`}>
                  <bdi>{name.slice(0, 200)}</bdi>
                </td>
                <td className={CELL_CLASSES}>{problems.join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a href={`/manager/imports/problems?id=${id}`} className={`${buttonClasses()} mt-3`}>
        <Download aria-hidden="true" className="size-4" />
        {t('download')}
      </a>
    </>
  )
}
