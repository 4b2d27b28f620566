/**
 * The product as data: names, limits and lifetimes that a product owner may want to change.
 * Read by the server, the browser, the e-mails and the tests. Holds no secret and imports nothing.
 */
export const appConfig = {
  name: 'Latchkey',

  languages: ['en', 'fr', 'ar', 'sw'],
  defaultLanguage: 'en',
  languageCookie: { name: 'lng', maxAgeMinutes: 43_200 },

  themes: ['system', 'light', 'dark'],
  themeKey: 'theme',
  themeCookie: { name: 'theme', maxAgeMinutes: 43_200 },

  timeZoneCookie: { name: 'timeZone', maxAgeMinutes: 43_200 },
  sidebarCookie: { name: 'sidebar', maxAgeMinutes: 525_600 },
  /** How long a browser that does not come back is known, and keeps a budget of its own. */
  knownBrowserDays: 365,

  loginCode: {
    length: 6,
    lifetimeMinutes: 5,
    /** Wrong tries after which a code is void. */
    triesPerCode: 3,
    secondsBetweenSends: 30,
    /** How often a page that waits for the mail looks whether it has left. */
    mailStateEveryMs: 1_500,
    sendsPerAddressPerDay: 10,
    sendsPerNetwork: { count: 30, minutes: 10 },
    triesPerNetwork: { count: 60, minutes: 10 },
    /** A fuse over all addresses, logged loudly when it blows. */
    sendsPerHourOverAll: 1_000,
  },

  /** How often people of one network may set out for GitHub or Google. */
  socialLogin: { startsPerNetwork: { count: 60, minutes: 10 } },

  session: { lifetimeDays: 30, renewedAfterHours: 24, freshForHours: 24, impersonationMinutes: 60 },

  user: { nameMaxLength: 100, emailMaxLength: 254, reasonMaxLength: 500 },

  lists: { pageSize: 20, largestPage: 100, totalCap: 10_000, searchTermMaxLength: 200 },
  home: { newestRepositories: 5 },
  palette: { matchesOfAKind: 5 },
  /** The words on the page call the days that count as new a week. */
  dashboard: { plottedDays: 30, newDays: 7, latestActions: 8 },

  repository: {
    nameMaxLength: 100,
    linkMinLength: 4,
    linkMaxLength: 2_048,
    descriptionMaxLength: 2_000,
    /** How long a deletion can be undone. */
    undoDays: 1,
  },

  breakpoints: { dialog: 640, phone: 768 },

  environment: { defaultColor: 'plum' },

  /** What the demo tells people who would like an app of their own. */
  starter: {
    command: 'npx giget@latest gh:latchkey-app/latchkey my-app',
    readmeUrl: 'https://github.com/latchkey-app/latchkey#readme',
    contactEmail: 'hello@latchkey.example',
  },
} as const
