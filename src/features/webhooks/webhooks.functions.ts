import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, requirePermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import { deliveryListInput, webhookFields, webhookUpdateInput } from './webhooks.schema.ts'
import * as deliveries from './delivery-request.server.ts'
import * as webhooks from './webhooks.server.ts'

export const listWebhooks = createServerFn({ method: 'GET' })
  .middleware([requirePermission('webhook:read')])
  .handler(({ context }) => webhooks.listWebhooks(context.service))

export const getWebhook = createServerFn({ method: 'GET' })
  .middleware([requirePermission('webhook:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.getWebhook(context.service, data))

export const listDeliveries = createServerFn({ method: 'GET' })
  .middleware([requirePermission('webhook:read')])
  .validator(validate(deliveryListInput))
  .handler(({ data, context }) => webhooks.listDeliveries(context.service, data))

export const getDeliveryRequest = createServerFn({ method: 'GET' })
  .middleware([requirePermission('webhook:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => deliveries.getDeliveryRequest(context.service, data))

export const createWebhook = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage'), refuseInDemo])
  .validator(validate(webhookFields))
  .handler(({ data, context }) => webhooks.createWebhook(context.service, data))

export const updateWebhook = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage'), refuseInDemo])
  .validator(validate(webhookUpdateInput))
  .handler(({ data, context }) => webhooks.updateWebhook(context.service, data))

export const renewSecret = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage')])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.renewSecret(context.service, data))

export const pauseWebhook = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage')])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.pauseWebhook(context.service, data))

export const resumeWebhook = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage'), refuseInDemo])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.resumeWebhook(context.service, data))

export const deleteWebhook = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage')])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.deleteWebhook(context.service, data))

export const sendTest = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage'), refuseInDemo])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.sendTest(context.service, data))

export const redeliver = createServerFn({ method: 'POST' })
  .middleware([requirePermission('webhook:manage'), refuseInDemo])
  .validator(validate(idInput))
  .handler(({ data, context }) => webhooks.redeliver(context.service, data))
