import { pagesOf, type ProductPage } from './product-page.ts'

const system = pagesOf({ route: '/manager/system', visitor: 'admin', title: (t) => t.system.title })

export const systemPages: readonly ProductPage[] = [system('system', '/manager/system')]
