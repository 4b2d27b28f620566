import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
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

/** The changes an administrator makes to webhooks, each with what it means for the cache and its toast. */
export function useWebhookMutations() {
  const queryClient = useQueryClient()
  const { t } = useTranslation('webhooks')

  async function done(text: string) {
    await queryClient.invalidateQueries({ queryKey: webhooksKey })
    void showToast(text)
  }

  return {
    create: async (fields: WebhookFields) => {
      const made = await withFreshSignIn(() => createWebhook({ data: fields }))
      await queryClient.invalidateQueries({ queryKey: webhooksKey })
      return made
    },
    update: async (id: string, fields: WebhookFields) => {
      await withFreshSignIn(() => updateWebhook({ data: { id, ...fields } }))
      await done(t('saved'))
    },
    renewSecret: async (id: string) => {
      const { secret } = await withFreshSignIn(() => renewSecret({ data: { id } }))
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
      // This page still stands while the browser leaves it: asking anew for what is gone would fail.
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
