import { useTranslation } from 'react-i18next'
import { useChangeWithToast } from '#ui/use-change.ts'
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
  const { change, invalidate } = useChangeWithToast(webhooksKey)
  const { t } = useTranslation('webhooks')
  return {
    create: async (fields: WebhookFields) => {
      const made = await createWebhook({ data: fields })
      await invalidate()
      return made
    },
    update: (id: string, fields: WebhookFields) => change(updateWebhook({ data: { id, ...fields } }), t('saved')),
    renewSecret: async (id: string) => {
      const { secret } = await renewSecret({ data: { id } })
      await invalidate()
      return secret
    },
    pause: (id: string) => change(pauseWebhook({ data: { id } }), t('paused')),
    resume: (id: string) => change(resumeWebhook({ data: { id } }), t('resumed')),
    remove: (id: string) => change(deleteWebhook({ data: { id } }), t('deleted'), { isLeaving: true }),
    sendTest: (id: string) => change(sendTest({ data: { id } }), t('testSent')),
    redeliver: (id: string) => change(redeliver({ data: { id } }), t('sentAgain')),
  }
}
