import { expect, test } from 'vitest'
import { isAboutRow } from '#features.ui.ts'
import account from '../../../locales/en/account.json' with { type: 'json' }
import history from '../../../locales/en/history.json' with { type: 'json' }

// Actions that the account's owner does not see: on content, bulk jobs, the whole history; the account's deletion.
const NOT_TOLD = /^(?!user-|api-key-).*-(created|updated|deleted|restored)$|^bulk-job-|^(history-purged|user-deleted)$/

test('every event of an account has a text for its owner in the second person', () => {
  const told = { ...account.events.byYou, ...account.events.happened }
  const untold = Object.keys(history.actions).filter(
    (action) => !NOT_TOLD.test(action) && !isAboutRow(action) && !(action in told),
  )
  expect(untold).toEqual([])
})
