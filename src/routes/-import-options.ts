import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { jobNamespaces } from '#slots/job-namespaces.ts'
import { urlParameters } from './-url-parameters.ts'

/** The route options of an import, shared by all kinds of imported rows. The `id` in the URL is empty until the import exists. */
export const importOptions = {
  staticData: { namespaces: [...jobNamespaces, 'users', 'repositories'] satisfies Namespace[] },
  ...urlParameters({ id: textParameter }),
  loaderDeps: ({ search: { id } }: { search: { id: string } }) => ({ id }),
}
