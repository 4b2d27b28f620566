import { pagesOf, type ProductPage } from './product-page.ts'

const NO_ONE = '00000000-0000-4000-8000-000000000000'

const notFound = (route: string | null, visitor: ProductPage['visitor']) =>
  pagesOf({ route, visitor, title: (t) => t.common.pages['404'].title })
const forbidden = (visitor: ProductPage['visitor']) =>
  pagesOf({ route: '/manager/dashboard', visitor, title: (t) => t.common.pages['403'].title })

export const errorPages: readonly ProductPage[] = [
  notFound(null, 'nobody')('404', '/nowhere', { status: 404 }),
  // These pages exist only in local mode, and have tests of their own.
  notFound('/dev/inbox', 'nobody')('inbox outside of local mode', '/dev/inbox', { status: 404 }),
  notFound('/dev/kit', 'nobody')('kit outside of local mode', '/dev/kit', { status: 404 }),
  notFound('/app/repositories/$id', 'user')('404 in the user area', `/app/repositories/${NO_ONE}`, { status: 404 }),
  notFound('/manager/users/$id/', 'admin')('404 in the administration', `/manager/users/${NO_ONE}`, { status: 404 }),
  forbidden('user')('403', '/manager/dashboard', { status: 403 }),
  forbidden('impersonator')('403 while acting as somebody', '/manager/dashboard', { status: 403 }),
]
