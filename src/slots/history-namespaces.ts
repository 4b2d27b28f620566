import type { Namespace } from '#i18n/namespaces.ts'

// In a file of its own, because the first scripts of the app contain it.
/** The i18n namespaces of entries of the history, with those of the jobs in it. */
export const historyNamespaces: Namespace[] = ['audit', 'history', 'bulk']
