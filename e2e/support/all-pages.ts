import { errorPages } from './pages/error-pages.ts'
import { managerPages } from './pages/manager-pages.ts'
import { organizationPages } from './pages/organization-pages.ts'
import { peoplePages } from './pages/people-pages.ts'
import type { ProductPage } from './pages/product-page.ts'
import { repositoryPages } from './pages/repository-pages.ts'
import { signInPages } from './pages/sign-in-pages.ts'
import { userPages } from './pages/user-pages.ts'

/** Every page of the product, in every state that an address or a few clicks lead to. */
export const ALL_PAGES: readonly ProductPage[] = [
  ...signInPages,
  ...errorPages,
  ...userPages,
  ...managerPages,
  ...repositoryPages,
  ...peoplePages,
  ...organizationPages,
]
