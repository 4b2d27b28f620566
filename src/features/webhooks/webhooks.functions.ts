import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import { deliveryListInput, webhookFields, webhookUpdateInput } from './webhooks.schema.ts'
import * as deliveries from './delivery-request.server.ts'
import * as webhooks from './webhooks.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('webhook:read')])
const sending = createServerFn({ method: 'POST' }).middleware([requirePermission('webhook:manage'), refuseInDemo])
const managing = createServerFn({ method: 'POST' }).middleware([requirePermission('webhook:manage')])

export const listWebhooks = reading().handler(({ context }) => webhooks.listWebhooks(context.service))

export const getWebhook = reading().validator(validator(idInput)).handler(serve(webhooks.getWebhook))

export const listDeliveries = reading().validator(validator(deliveryListInput)).handler(serve(webhooks.listDeliveries))

export const getDeliveryRequest = reading().validator(validator(idInput)).handler(serve(deliveries.getDeliveryRequest))

export const createWebhook = sending().validator(validator(webhookFields)).handler(serve(webhooks.createWebhook))

export const updateWebhook = sending().validator(validator(webhookUpdateInput)).handler(serve(webhooks.updateWebhook))

export const renewSecret = managing().validator(validator(idInput)).handler(serve(webhooks.renewSecret))

export const pauseWebhook = managing().validator(validator(idInput)).handler(serve(webhooks.pauseWebhook))

export const resumeWebhook = sending().validator(validator(idInput)).handler(serve(webhooks.resumeWebhook))

export const deleteWebhook = managing().validator(validator(idInput)).handler(serve(webhooks.deleteWebhook))

export const sendTest = sending().validator(validator(idInput)).handler(serve(webhooks.sendTest))

export const redeliver = sending().validator(validator(idInput)).handler(serve(webhooks.redeliver))
