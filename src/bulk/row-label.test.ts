import { expect, test } from 'vitest'
import { rowsOfLanguages } from '#lib/test-languages.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { countLabel } from './row-label.ts'

test.each(
  rowsOfLanguages<['users' | 'repositories', number, string]>([
    ['en', 'users', 1, 'Banned 1 user.'],
    ['en', 'users', 2, 'Banned 2 users.'],
    ['en', 'repositories', 1_000, 'Deleted 1,000 repositories.'],
    ['fr', 'users', 1, 'Vous avez suspendu 1 utilisateur.'],
    ['fr', 'repositories', 2, 'Vous avez supprimé 2 dépôts.'],
    ['ar', 'users', 1, 'تم حظر مستخدم واحد.'],
    ['ar', 'users', 2, 'تم حظر مستخدمَين.'],
    ['ar', 'users', 3, 'تم حظر 3 مستخدمين.'],
    ['ar', 'users', 11, 'تم حظر 11 مستخدمًا.'],
    ['ar', 'users', 100, 'تم حظر 100 مستخدم.'],
    ['ar', 'repositories', 5, 'تم حذف 5 مستودعات.'],
    ['sw', 'users', 1, 'Kizuizi kimewekwa kwa mtumiaji 1.'],
    ['sw', 'repositories', 4, 'Umefuta hazina 4.'],
  ]),
)(
  'the result of a bulk job is a sentence with the right plural form in %s: %s, %i',
  (language, rows, count, sentence) => {
    const translator = translatorFor(language)
    const kind = rows === 'users' ? 'user-ban' : 'repository-delete'
    expect(translator.t(`bulk:did.${kind}`, { who: countLabel(translator, rows, count) })).toBe(sentence)
  },
)

test('countLabel shows a capped count with a plus sign', () => {
  expect(countLabel(translatorFor('en'), 'users', 10_001, '10,000+')).toBe('10,000+ users')
})
