import type { ReadCallback } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { TextFileGone } from './text-file-gone.ts'

const addresses = import.meta.glob<string>('/locales/*/*.json', {
  eager: true,
  import: 'default',
  query: '?url&no-inline',
})

const backend = new HttpBackend(undefined, {
  loadPath: ([language], [namespace]) => addresses[`/locales/${language}/${namespace}.json`] ?? '',
})

/** Fetches one namespace of one language. Only files of the build have an address, so no name can lead elsewhere. */
export function readTexts(language: string, namespace: string, callback: ReadCallback): void {
  backend.read(language, namespace, (error, data) => {
    // The status is told in words alone. `data` says whether i18next is to try again.
    const isGone = /status code: (404|410)$/.test(String(error))
    callback(isGone ? new TextFileGone(String(error)) : error, data)
  })
}
