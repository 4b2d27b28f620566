import { expect, test } from 'vitest'
import { rowsOfLanguages } from '#lib/test-languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { AppError } from '#lib/app-error.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'

test.each(
  rowsOfLanguages([
    ['en', 'Spam', 'You have been banned from this application. Reason: Spam.'],
    ['en', 'Spam. ', 'You have been banned from this application. Reason: Spam.'],
    ['en', 'Why?', 'You have been banned from this application. Reason: Why?'],
    ['ar', 'لماذا؟', 'حسابك محظور في هذا التطبيق. السبب: \u2068لماذا؟\u2069'],
  ]),
)('the message of a ban in %s contains the reason %j as a sentence', (language, banReason, expected) => {
  const t = translatorFor(language).getFixedT(language, 'login')
  expect(codeMessage(t, new AppError('BANNED_USER', { banReason }), language)).toBe(expected)
})
