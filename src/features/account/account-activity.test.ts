import { expect, test } from 'vitest'
import { isAboutRow } from '#features.ui.ts'
import account from '../../../locales/en/account.json' with { type: 'json' }
import history from '../../../locales/en/history.json' with { type: 'json' }

// Actions that the history on the account page omits: on content, bulk jobs and the whole history, and the account's deletion.
const OMITTED_ACTIONS =
  /^(?!user-|api-key-).*-(created|updated|deleted|restored)$|^bulk-job-|^(history-purged|user-deleted)$/

test('every event of an account has a text for its owner in the second person', () => {
  const told = { ...account.events.byYou, ...account.events.happened }
  const untold = Object.keys(history.actions).filter(
    (action) => !OMITTED_ACTIONS.test(action) && !isAboutRow(action) && !(action in told),
  )
  expect(untold).toEqual([])
})
