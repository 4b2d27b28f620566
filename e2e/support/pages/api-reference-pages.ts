import { pagesOf, type ProductPage } from './product-page.ts'

const reference = pagesOf({ route: '/dev/api-reference', visitor: 'nobody', title: (t) => t.common.pages['404'].title })

export const apiReferencePages: readonly ProductPage[] = [
  // This page exists only in local mode, and has a test of its own.
  reference('reference outside of local mode', '/dev/api-reference', { status: 404 }),
]
