import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '#ui/toast.ts'
import { dropDeadJob, liftLimit, liftLimitsOf, retryDeadJob } from './system.functions.ts'
import { systemQuery } from './system.queries.ts'

/** The mutations of the system page, each with its cache updates and toast. */
export function useSystemActions() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('system')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: systemQuery.queryKey })

  async function retryMail(id: string) {
    await retryDeadJob({ data: { id } })
    await invalidate()
    void showToast(t('mails.retried'))
  }

  async function dropMail(id: string) {
    await dropDeadJob({ data: { id } })
    await invalidate()
    void showToast(t('mails.dropped'))
  }

  async function lift(id: string) {
    await liftLimit({ data: { id } })
    await invalidate()
    void showToast(t('limits.lifted'))
  }

  async function liftOfAddress(email: string) {
    await liftLimitsOf({ data: { email } })
    await invalidate()
    void showToast(t('limits.lifted'))
  }

  return { retryMail, dropMail, lift, liftOfAddress }
}
