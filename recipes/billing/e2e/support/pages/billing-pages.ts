import { pagesOf, type ProductPage } from './product-page.ts'

const billing = pagesOf({ route: '/app/billing', visitor: 'user', title: (t) => t.billing.title })

export const billingPages: readonly ProductPage[] = [billing('billing', '/app/billing')]
