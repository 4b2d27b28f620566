import { textsOf, type Feature } from '#feature/feature.ts'
import type commonTexts from '#locales/en/common.json'
import type errorsTexts from '#locales/en/errors.json'
import type errorCatalogueTexts from '#locales/en/error-catalogue.json'
import type historyTexts from '#locales/en/history.json'
import type mailTexts from '#locales/en/mail.json'
import type roomTexts from '#locales/en/room.json'

/** The part of the product that all features depend on. It cannot be removed. */
export const core = {
  texts: {
    common: textsOf<typeof commonTexts>(),
    errors: textsOf<typeof errorsTexts>(),
    'error-catalogue': textsOf<typeof errorCatalogueTexts>(),
    history: textsOf<typeof historyTexts>(),
    mail: textsOf<typeof mailTexts>(),
    room: textsOf<typeof roomTexts>(),
  },
  tables: {
    adminAddress: {
      owner: { system: 'outlives the accounts of administrators, whose addresses it keeps as hashes' },
      limit: 'one for each address of an administrator',
    },
    codeRequest: {
      owner: { system: 'asked for by an address that may have no account yet; kept for a day' },
      limit: 'one for each code, limited by address and network',
    },
    historyEvent: {
      owner: { system: 'outlives whom it is about' },
      limit: 'one for each change, which have limits of their own',
    },
    knownBrowser: {
      owner: { system: 'keyed hashes of addresses, with and without an account' },
      limit: 'one for each browser that signs in by a code',
    },
    noticeLink: {
      owner: { system: 'works after the account is gone, whose former owner follows it' },
      limit: 'one for each notice, of which so many of a kind are sent in a day',
    },
    session: {
      owner: 'user',
      limit: 'one for each sign-in, which codes and passkeys limit',
      isNeverRestored: true,
    },
    tally: { owner: { system: 'figures of the other tables' }, limit: 'figures of the other tables' },
    throttle: {
      owner: { system: 'counts of limits, by keyed hashes' },
      limit: 'one for each rate limit, gone when its time is over',
    },
    verification: {
      owner: { system: 'a sign-in through a provider, before anybody is known; kept for minutes' },
      limit: 'one for each sign-in through a provider, limited by network; kept for minutes',
    },
    user: { owner: 'user', limit: {} },
    account: { owner: 'user', limit: 'one for each provider that somebody signs in by' },
  },
  permissions: {
    apps: { app: ['admin', 'user'], manager: ['admin'] },
  },
  audit: ['signed-in', 'history-purged'],
  notices: {
    'new-device': { isOptional: true, shownInApp: 'security' },
  },
} as const satisfies Feature
