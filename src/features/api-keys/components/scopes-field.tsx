import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_SCOPES, type ApiScope } from '#api/api-scopes.ts'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { CompactSelect } from '#ui/select-field.tsx'
import { useScopeText } from './api-key-columns.tsx'

type Subject = keyof typeof API_SCOPES
type Level = 'none' | 'read' | 'all' | 'custom'

const SUBJECTS = Object.keys(API_SCOPES) as Subject[]

interface ScopesFieldProps {
  label: string
  /** Called with all chosen scopes, separated by commas. */
  onChange: (scopes: string) => void
  error: string | undefined
}

/** The field for the scopes of a key: a level for each subject, or the subject's scopes one by one. */
export function ScopesField({ label, onChange, error }: ScopesFieldProps) {
  const id = useId()
  const [chosen, setChosen] = useState<Partial<Record<Subject, readonly ApiScope[]>>>({})

  function choose(changed: typeof chosen) {
    const all = { ...chosen, ...changed }
    setChosen(all)
    onChange(SUBJECTS.flatMap((subject) => all[subject] ?? []).join(','))
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-message`}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <ul className="divide-y divide-hairline rounded-control border border-hairline">
        {SUBJECTS.map((subject) => (
          <SubjectScopes
            key={subject}
            subject={subject}
            chosen={chosen[subject] ?? []}
            onChange={(scopes) => choose({ [subject]: scopes })}
          />
        ))}
      </ul>
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  )
}

interface SubjectScopesProps {
  subject: Subject
  chosen: readonly ApiScope[]
  onChange: (scopes: readonly ApiScope[]) => void
}

function SubjectScopes({ subject, chosen, onChange }: SubjectScopesProps) {
  const { t, i18n } = useTranslation(['api-keys', 'common'])
  const scopeText = useScopeText()
  const [level, setLevel] = useState<Level>('none')
  const all: readonly ApiScope[] = API_SCOPES[subject]
  const read = all.filter((scope) => /:(list|read)$/.test(scope))
  const levels: Level[] = all.length > read.length ? ['none', 'read', 'all', 'custom'] : ['none', 'read']
  const label = t(`common:nav.${subject}`)
  const inWords = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center ps-3 pe-1">
      <span aria-hidden="true" className="py-1.5">
        {label}
      </span>
      <span className={level === 'none' ? '' : '[&_select]:font-medium [&_select]:text-text'}>
        <CompactSelect
          label={label}
          value={level}
          options={levels.map((value) => ({ value, label: t(`levels.${value}`) }))}
          onChange={(value) => {
            setLevel(value)
            if (value !== 'custom') onChange({ none: [], read, all }[value])
          }}
        />
      </span>
      {level === 'custom' ? (
        <div className="col-span-2 pe-2 pb-2">
          {all.map((scope) => (
            <ChoiceInput
              key={scope}
              label={scopeText(scope)}
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                onChange(all.filter((one) => (one === scope ? target.checked : chosen.includes(one))))
              }
              className="min-h-11 sm:min-h-8"
            />
          ))}
        </div>
      ) : (
        chosen.length > 0 && (
          <p className="col-span-2 pe-2 pb-2 text-small text-muted">{inWords.format(chosen.map(scopeText))}</p>
        )
      )}
    </li>
  )
}
