import { RequestStore, type RequestContext } from './request-context.server.ts'

/** The context of a test's request, by a browser that has asked for a code before, though not for this one. */
export function requestOfNewBrowser(): RequestContext {
  return {
    id: 'test',
    address: '198.18.0.1',
    language: 'en',
    nonce: '',
    browserId: crypto.randomUUID(),
    headers: new Headers({ 'user-agent': 'test' }),
    signal: new AbortController().signal,
    cookies: new Map(),
    setCookies: [],
    store: new RequestStore(),
    url: new URL('http://localhost/'),
  }
}
