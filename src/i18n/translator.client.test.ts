import { createInstance, type i18n } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { manifests } from '#features.ts'
import { startTranslator } from './translator.client.ts'

const fetched = vi.spyOn(globalThis, 'fetch')

afterEach(() => {
  vi.useRealTimers()
  fetched.mockReset()
})

function browserTranslator(): i18n {
  const translator = createInstance()
  startTranslator(translator, { language: 'en', texts: { common: { home: 'Home' } } })
  return translator
}

test('dehydrated texts are available immediately without a request', () => {
  const translator = browserTranslator()
  expect([translator.language, translator.t('home'), translator.hasLoadedNamespace('common')]).toEqual([
    'en',
    'Home',
    true,
  ])
  expect(fetched).not.toHaveBeenCalled()
})

test('a file of texts is requested again up to five times, each time after twice the pause', async () => {
  vi.useFakeTimers()
  const begun = Date.now()
  const asked: [unknown, number][] = []
  fetched.mockImplementation((url) => {
    asked.push([url, Date.now() - begun])
    return Promise.resolve(new Response('', { status: 503 }))
  })
  const loading = browserTranslator().loadNamespaces('onboarding')
  await vi.advanceTimersByTimeAsync(60_000)
  await loading
  expect(asked).toEqual(
    [0, 350, 1_050, 2_450, 5_250, 10_850].map((at) => [expect.stringContaining('/locales/en/onboarding.json'), at]),
  )
})

test('at most ten files of texts are fetched at the same time', async () => {
  const answers: (() => void)[] = []
  fetched.mockImplementation(
    () => new Promise((resolve) => answers.push(() => resolve(new Response('{"heading":"x"}', { status: 200 })))),
  )
  const translator = browserTranslator()
  const named = manifests.flatMap(({ texts = {} }) => Object.keys(texts))
  const namespaces = named.filter((name) => name !== 'common').slice(0, 12)
  const loading = translator.loadNamespaces(namespaces)
  await expect.poll(() => answers.length).toBe(10)
  while (answers.length > 0) {
    answers.shift()?.()
    await new Promise(setImmediate)
  }
  await loading
  expect(namespaces.filter((namespace) => !translator.hasResourceBundle('en', namespace))).toEqual([])
  expect(fetched).toHaveBeenCalledTimes(namespaces.length)
})

test.each(['../../etc/passwd', '__proto__'])('an invalid namespace is not fetched: %s', async (namespace) => {
  await browserTranslator().loadNamespaces(namespace)
  expect(fetched).not.toHaveBeenCalled()
})
