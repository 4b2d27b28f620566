import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RepositoryPageSectionProps } from '#feature/repository-page-section.ts'
import { FormError } from '#ui/form-end.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { checkLink } from '../link-checks.functions.ts'
import type { LinkHealth as Health } from '../link-health.server.ts'
import { linkHealthQuery } from '../link-checks.queries.ts'

/** Shows whether the link of a repository worked at the last check. */
export function LinkHealth({ id, canChange }: RepositoryPageSectionProps) {
  const { t } = useTranslation('repositories')
  const queryClient = useQueryClient()
  const { data: health } = useQuery(linkHealthQuery(id))
  const { errorText, isBusy, run } = useAction()
  if (!health) return null

  async function check() {
    await checkLink({ data: { id } })
    await queryClient.invalidateQueries({ queryKey: linkHealthQuery(id).queryKey })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="status" className="flex items-start gap-1.5">
        <HealthSentence {...health} />
      </p>
      {canChange && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => !isBusy && run(check)}
          className="text-link inline-flex min-h-11 items-center gap-1.5 md:min-h-6 print:hidden"
        >
          {isBusy && <Spinner />}
          {isBusy ? t('health.checking') : t('health.checkNow')}
        </button>
      )}
      <FormError text={errorText} />
    </div>
  )
}

function HealthSentence({ checkedAt, failingSince, isUncheckable }: Health) {
  const { t } = useTranslation('repositories')
  if (checkedAt === null || isUncheckable)
    return (
      <>
        <CircleDashed aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{isUncheckable ? t('health.uncheckable') : t('health.unchecked')}</span>
      </>
    )
  if (failingSince !== null)
    return (
      <>
        <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
        <span data-broken className="text-danger">
          {t('health.unanswered')} · {t('health.noticed')} <RelativeTime at={failingSince} isInSentence />
        </span>
      </>
    )
  return (
    <>
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
      <span>
        {t('health.answers')} · {t('health.checked')} <RelativeTime at={checkedAt} isInSentence />
      </span>
    </>
  )
}
