import { textsOf, type Feature } from '#feature/feature.ts'
import type commonTexts from '#locales/en/common.json'
import type errorsTexts from '#locales/en/errors.json'
import type errorCatalogueTexts from '#locales/en/error-catalogue.json'
import type historyTexts from '#locales/en/history.json'
import type mailTexts from '#locales/en/mail.json'
import type roomTexts from '#locales/en/room.json'

/** The part of the product that all features stand on. It never comes out. */
export const core = {
  texts: {
    common: textsOf<typeof commonTexts>(),
    errors: textsOf<typeof errorsTexts>(),
    'error-catalogue': textsOf<typeof errorCatalogueTexts>(),
    history: textsOf<typeof historyTexts>(),
    mail: textsOf<typeof mailTexts>(),
    room: textsOf<typeof roomTexts>(),
  },
  permissions: {
    apps: {
      app: ['admin', 'user'],
      manager: ['admin'],
    },
  },
  audit: ['signed-in', 'history-purged'],
  notices: {
    'new-device': { isOptional: true },
  },
} as const satisfies Feature
