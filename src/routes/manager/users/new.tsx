import { createFileRoute } from '@tanstack/react-router'
import { appConfig } from '#app.config'
import { UserNewPage } from '#features/users/pages/user-new-page.tsx'
import { pageTitle } from '#shell/page-title.ts'
import { oneOf, urlParameters } from '../../-url-parameters.ts'

export const Route = createFileRoute('/manager/users/new')({
  staticData: { namespaces: ['users', 'user'] },
  // The language of the user's invitation; empty for no invitation.
  ...urlParameters({ invitation: oneOf('', ...appConfig.languages) }),
  head: ({ match }) => pageTitle(match, (t) => t('users:new')),
  component: UserNewPage,
})
