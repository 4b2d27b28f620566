import { RequestStore, type RequestContext } from './request-context.server.ts'

/** Creates the context of a test's request, from a browser that has the cookie for codes but has not requested this code. */
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
