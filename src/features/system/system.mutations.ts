import { useTranslation } from 'react-i18next'
import { useChangeWithToast } from '#ui/use-change.ts'
import { dropDeadJob, liftLimit, liftLimitsOf, retryDeadJob } from './system.functions.ts'
import { systemQuery } from './system.queries.ts'

/** The mutations of the system page, each with its cache updates and toast. */
export function useSystemActions() {
  const { change } = useChangeWithToast(systemQuery.queryKey)
  const { t } = useTranslation('system')
  return {
    retryMail: (id: string) => change(retryDeadJob({ data: { id } }), t('mails.retried')),
    dropMail: (id: string) => change(dropDeadJob({ data: { id } }), t('mails.dropped')),
    lift: (id: string) => change(liftLimit({ data: { id } }), t('limits.lifted')),
    liftOfAddress: (email: string) => change(liftLimitsOf({ data: { email } }), t('limits.allLifted')),
  }
}
