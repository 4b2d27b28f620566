import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_SCOPES, type ApiScope } from '#api/api-scopes.ts'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { CompactSelect } from '#ui/select-field.tsx'
import { LEVELS, readingScopes, SUBJECTS, type AccessLevel } from '../access-levels.ts'
import { useScopesFormatter } from './use-scopes-formatter.ts'

interface ScopesFieldProps {
  label: string
  /** Called with all chosen scopes, separated by commas. */
  onChange: (scopes: string) => void
  error: string | undefined
}

/** The field for the scopes of a key: a level for each subject, or the subject's scopes one by one. */
export function ScopesField({ label, onChange, error }: ScopesFieldProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const scopesText = useScopesFormatter()
  const id = useId()
  const [levels, setLevels] = useState<Partial<Record<string, AccessLevel>>>({})
  const [chosen, setChosen] = useState<readonly ApiScope[]>([])

  function replace(before: readonly ApiScope[], after: readonly ApiScope[]) {
    const scopes = [...chosen.filter((scope) => !before.includes(scope)), ...after]
    setChosen(scopes)
    onChange(scopes.join(','))
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-message`}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <ul className="divide-y divide-hairline rounded-control border border-hairline">
        {SUBJECTS.map((subject) => {
          const all: readonly ApiScope[] = API_SCOPES[subject]
          const read = readingScopes(subject)
          const level = levels[subject] ?? 'none'
          const name = t(`common:nav.${subject}`)
          return (
            <li key={subject} className="grid grid-cols-[minmax(0,1fr)_auto] items-center ps-3 pe-1">
              <span aria-hidden="true" className="py-1.5">
                {name}
              </span>
              <span className={level === 'none' ? '' : '[&_select]:font-medium [&_select]:text-text'}>
                <CompactSelect
                  label={name}
                  value={level}
                  options={LEVELS.slice(0, all.length > read.length ? 4 : 2).map((value) => ({
                    value,
                    label: t(`levels.${value}`),
                  }))}
                  onChange={(value) => {
                    setLevels({ ...levels, [subject]: value })
                    if (value !== 'custom') replace(all, { none: [], read, all }[value])
                  }}
                />
              </span>
              <div className="col-span-2 pe-2 text-small text-muted not-empty:pb-2">
                {level === 'custom'
                  ? all.map((scope) => (
                      <ChoiceInput
                        key={scope}
                        label={scopesText([scope])}
                        checked={chosen.includes(scope)}
                        onChange={({ target }) => replace([scope], target.checked ? [scope] : [])}
                        className="min-h-11 text-body text-text sm:min-h-8"
                      />
                    ))
                  : all
                      .filter((scope) => chosen.includes(scope))
                      .map((scope) => <p key={scope}>{scopesText([scope])}</p>)}
              </div>
            </li>
          )
        })}
      </ul>
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  )
}
