import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentAuthentication } from '#auth/recent-authentication.ts'
import { showToast } from '#ui/toast.ts'
import {
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  redeliver,
  renewSecret,
  resumeWebhook,
  sendTest,
  updateWebhook,
} from './webhooks.functions.ts'
import { webhooksKey } from './webhooks.queries.ts'
import type { WebhookFields } from './webhooks.schema.ts'

/** The mutations of webhooks for administrators, each with its cache updates and toast. */
export function useWebhookMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('webhooks')

  async function done(text: string) {
    await queryClient.invalidateQueries({ queryKey: webhooksKey })
    void showToast(text)
  }

  return {
    create: async (fields: WebhookFields) => {
      const made = await withRecentAuthentication(() => createWebhook({ data: fields }))
      await queryClient.invalidateQueries({ queryKey: webhooksKey })
      return made
    },
    update: async (id: string, fields: WebhookFields) => {
      await withRecentAuthentication(() => updateWebhook({ data: { id, ...fields } }))
      await done(t('saved'))
    },
    renewSecret: async (id: string) => {
      const { secret } = await withRecentAuthentication(() => renewSecret({ data: { id } }))
      await queryClient.invalidateQueries({ queryKey: webhooksKey })
      return secret
    },
    pause: async (id: string) => {
      await pauseWebhook({ data: { id } })
      await done(t('paused'))
    },
    resume: async (id: string) => {
      await resumeWebhook({ data: { id } })
      await done(t('resumed'))
    },
    remove: async (id: string) => {
      await deleteWebhook({ data: { id } })
      // Do not refetch while the browser leaves this page, because fetching the deleted webhook would fail.
      await queryClient.invalidateQueries({ queryKey: webhooksKey, refetchType: 'none' })
      void showToast(t('deleted'))
    },
    sendTest: async (id: string) => {
      await sendTest({ data: { id } })
      await done(t('testSent'))
    },
    redeliver: async (id: string) => {
      await redeliver({ data: { id } })
      await done(t('sentAgain'))
    },
  }
}
