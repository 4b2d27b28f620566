import type { Namespace } from '#i18n/namespaces.ts'

// In a file of its own, because the first scripts of the app contain it.
/** The i18n namespaces of the page of a job. */
export const jobNamespaces: Namespace[] = ['bulk', 'errors', 'imports']
