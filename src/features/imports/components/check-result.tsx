import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JobProblems } from '#bulk/job-problems.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { Section } from '#ui/section.tsx'
import { useAction } from '#ui/use-error-text.ts'
import type { ImportDetail } from '../imports.schema.ts'
import { ProblemsLink } from './problems-link.tsx'

interface CheckResultProps {
  draft: ImportDetail
  onChange: () => void
  onStart: (isAllOrNothing: boolean) => Promise<void>
}

/** The result of a check: the number of good rows, the problems of the other rows, and the button that starts the import. */
export function CheckResult({ draft, onChange, onStart }: CheckResultProps) {
  const { t } = useTranslation('imports')
  const [isAllOrNothing, setIsAllOrNothing] = useState(false)
  const { errorText, isBusy, run } = useAction()
  const good = draft.total - draft.bad
  const canStart = good > 0 && !(isAllOrNothing && draft.bad > 0)

  return (
    <Section title={t('result')}>
      {draft.fileName && (
        <p className="mb-3 break-words text-muted">
          <bdi>{draft.fileName}</bdi>
        </p>
      )}
      <div role="status">
        <ul className="mb-5 grid gap-2">
          <li className="flex items-center gap-2">
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-accent" />
            {t('good', { count: good })}
          </li>
          {draft.bad > 0 && (
            <li className="flex items-center gap-2">
              <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
              {t('bad', { count: draft.bad })}
            </li>
          )}
        </ul>
      </div>
      {draft.bad > 0 && (
        <>
          <JobProblems id={draft.id} count={draft.bad} />
          <p className="mt-4">
            <ProblemsLink id={draft.id} />
          </p>
          <fieldset className="my-5">
            <legend className="mb-1 font-medium">{t('what')}</legend>
            {([false, true] as const).map((choice) => (
              <ChoiceInput
                key={String(choice)}
                type="radio"
                name="what"
                checked={isAllOrNothing === choice}
                onChange={() => setIsAllOrNothing(choice)}
                label={t(choice ? 'allOrNothing' : 'onlyGood')}
              />
            ))}
          </fieldset>
        </>
      )}
      <FormError text={errorText} className="my-3" />
      <FormButtons>
        <Button onClick={onChange}>{t('change')}</Button>
        <Button
          variant="primary"
          disabled={!canStart}
          isBusy={isBusy}
          onClick={() => run(() => onStart(isAllOrNothing))}
        >
          {isBusy ? t('starting') : canStart ? t('start', { count: good }) : t('import')}
        </Button>
      </FormButtons>
    </Section>
  )
}
