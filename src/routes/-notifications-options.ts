import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { urlParameters } from './-url-parameters.ts'

/** The route options of the page of notifications, shared by both areas. */
export const notificationsOptions = {
  staticData: { namespaces: ['notifications'] satisfies Namespace[] },
  ...urlParameters({ after: textParameter }),
  loaderDeps: ({ search: { after } }: { search: { after: string } }) => ({ after }),
  head: ({ match }: { match: Parameters<typeof pageTitle>[0] }) => pageTitle(match, (t) => t('notifications:title')),
}
