import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { appConfig } from '#app.config'
import { UserNewPage } from '#features/users/pages/user-new-page.tsx'
import type { Language } from '#i18n/languages.ts'
import { pageTitle } from '#shell/page-title.ts'

interface NewUserSearch {
  /** The language of the user's invitation; empty for no invitation. */
  invitation: Language | ''
}

export const Route = createFileRoute('/manager/users/new')({
  staticData: { namespaces: ['users', 'user'] },
  validateSearch: (search: { invitation?: string } & SearchSchemaInput): NewUserSearch => ({
    invitation: appConfig.languages.find((language) => language === search.invitation) ?? '',
  }),
  search: { middlewares: [stripSearchParams<NewUserSearch>({ invitation: '' })] },
  head: ({ match }) => pageTitle(match, (t) => t('users:new')),
  component: UserNewPage,
})
