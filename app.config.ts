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

  /** What this browser and an account last agreed on of the two above. */
  agreedCookie: { name: 'agreed', maxAgeMinutes: 43_200 },

  timeZoneCookie: { name: 'timeZone', maxAgeMinutes: 43_200 },
  sidebarCookie: { name: 'sidebar', maxAgeMinutes: 525_600 },
  /** How long a browser that does not come back is known, and keeps a budget of its own. */
  knownBrowserDays: 365,

  loginCode: {
    length: 6,
    lifetimeMinutes: 5,
    /** Wrong tries after which a code is void. */
    triesPerCode: 3,
    /** To one address, for browsers of one network that are not known, or for one that is. */
    secondsBetweenSends: 30,
    /** How often a page that waits for the mail looks whether it has left. */
    mailStateEveryMs: 1_500,
    sendsPerKnownBrowser: { count: 10, minutes: 1_440 },
    /** To the own address, to confirm something from a browser that has signed in to it. */
    sendsPerDaySignedIn: { count: 50, minutes: 1_440 },
    /**
     * Codes for browsers that are not known: so many without more ado. Past one of these budgets a code costs the browser work.
     * A network is an IPv4 address or an IPv6 /64, a wider one an IPv6 /56, the widest an IPv6 /48 or an IPv4 /24.
     */
    freeSends: {
      perAddress: { count: 5, minutes: 60 },
      perNetwork: { count: 30, minutes: 10 },
      perWiderNetwork: { count: 60, minutes: 10 },
      perWidestNetwork: { count: 120, minutes: 10 },
      /** A fuse, logged loudly when it blows. */
      overAll: { count: 1_000, minutes: 60 },
    },
    /** And so many whatever work is done. What one network may ask for an address is less than what all may. */
    mostSends: {
      perAddressAndNetwork: { count: 4, minutes: 120 },
      perAddress: { count: 10, minutes: 240 },
      perWidestNetwork: { count: 600, minutes: 60 },
      overAll: { count: 3_000, minutes: 60 },
    },
    /** The work that a code costs past the free ones: hashes at least, doubled as the budgets above run out, up to eight times. */
    challenge: { hashes: 500, lifetimeMinutes: 5 },
    triesPerNetwork: { count: 60, minutes: 10 },
  },

  passkey: {
    mostPerPerson: 20,
    nameMaxLength: 60,
    /** How long a passkey may take to answer. */
    challengeMinutes: 5,
    /** How long after signing in a passkey is offered to who has none. */
    offeredForMinutes: 10,
    /** Every visit of the sign-in page may ask for one. */
    challengesPerNetwork: { count: 300, minutes: 10 },
    triesPerNetwork: { count: 60, minutes: 10 },
  },
  /**
   * What a visitor of a demo with sandboxes gets: a database of their own for so long, and this much of it, while there are
   * not too many. One network (as in `loginCode.freeSends`) gets so many, and `open` of them are in use at once at each process.
   */
  sandbox: {
    minutes: 60,
    most: 100,
    mostMegabytes: 100,
    perNetwork: { count: 10, minutes: 60, open: 2 },
    perWiderNetwork: { count: 20, minutes: 60, open: 2 },
    perWidestNetwork: { count: 40, minutes: 60, open: 4 },
  },

  /** What stands in for the passkey of an administrator who lost it. */
  recoveryCodes: { count: 10, triesPerPerson: { count: 10, minutes: 10 } },

  session: {
    /** A session ends when it was not used for so long, and in any case so long after the sign-in. */
    idleDays: 30,
    absoluteDays: 90,
    /** A sign-in beyond it ends the session that was seen the longest ago. */
    mostPerPerson: 100,
    renewedAfterHours: 24,
    /** How long a sign-in, or a code entered since, is recent enough for what an open browser must not be used for. */
    freshForMinutes: 10,
    impersonationMinutes: 60,
  },

  apiKey: {
    nameMaxLength: 60,
    mostPerPerson: 20,
    /** How long a new key is good for, in days, as its form offers. */
    daysOffered: [30, 90, 365],
    mostDays: 365,
    /** How long a key that has ended is still listed. */
    keptDaysAfterEnd: 30,
  },
  api: {
    /** Calls that one key has for nothing, in one process, and how many come back in a second. */
    readsPerKey: { most: 300, perSecond: 10 },
    writesPerKey: { most: 150, perSecond: 3 },
    /** How long an answer is kept for who asks again with the same Idempotency-Key. */
    answersKeptHours: 24,
  },

  /** Mails that tell what happened to an account, and how long their reader may say that it was not them. */
  notices: { ofAKindPerDay: 10, linkDays: 7 },

  /** How long the link of an invitation leads anywhere, how many mails a person gets, and how long what has ended is kept. */
  invitation: { days: 14, mailsPerDay: 3, keptDays: 30 },

  /**
   * How many rows of one kind somebody may add in a day. How many there may be at once stands with each kind. What a bulk job
   * or an import adds counts as one job.
   */
  creationsPerDay: { person: 500, administrator: 10_000 },
  /** And how often somebody may change or delete rows of one kind: each time leaves an entry in the history, for good. */
  changesPerDay: { person: 2_000, administrator: 100_000 },

  /**
   * Groups of people who own repositories together. Mails are counted by the person who has them sent, and by the address
   * that gets them: from one person, and from all.
   */
  organization: {
    nameMaxLength: 60,
    mostPerPerson: 20,
    mostOwnedPerPerson: 10,
    mostMembers: 200,
    mostInvitations: 100,
    /** As whose administrators can see a list. */
    mostOffered: 200,
    invitation: {
      days: 14,
      /** Until somebody else is in an organization of theirs. */
      mailsPerNewPersonAndDay: 10,
      mailsPerPersonAndDay: 50,
      mailsPerPersonAddressAndDay: 3,
      mailsPerAddressAndDay: 20,
      keptDays: 30,
    },
  },

  /** For so long after losing the role nobody else changes an administrator's email or passkeys, or acts as them. */
  administrator: { protectedDays: 7 },

  user: { nameMaxLength: 100, emailMaxLength: 254, reasonMaxLength: 500 },

  lists: { pageSize: 20, largestPage: 100, totalCap: 10_000, searchTermMaxLength: 200 },
  home: { newestRepositories: 5 },
  dashboard: { plottedDays: 30, plottedDaysOffered: [7, 30, 90], latestActions: 8 },

  repository: {
    nameMaxLength: 100,
    linkMinLength: 4,
    linkMaxLength: 2_048,
    descriptionMaxLength: 2_000,
    mostPerOrganization: 1_000, // of owned rows
    // of repositories alone, from here
    languageMaxLength: 40,
    mostLanguagesOffered: 200,
    topicMaxLength: 50,
    mostTopics: 10,
    // of repositories alone, to here
    /** How long a deletion can be undone. */
    undoDays: 1,
  },

  /** Work over many rows: so many are done in the request itself, and so many can be chosen one by one. */
  bulk: { rowsAtOnce: 20, mostChosen: 1_000, undoDays: 1, keptDays: 30 },

  /** Files that people bring: what one may hold, and how long it waits to be imported. */
  csv: {
    mostBytes: 52_428_800,
    mostRows: 100_000,
    mostColumns: 100,
    mostBytesPerRow: 131_072,
    draftHours: 24,
    mostDrafts: 50,
  },

  /** Where people write to who have found a fault in the security: told at /.well-known/security.txt (RFC 9116). */
  securityContact: 'mailto:security@latchkey.example',

  breakpoints: { dialog: 640, phone: 768 },

  environment: { defaultColor: 'plum' },

  /** What the demo tells people who would like an app of their own. */
  starter: {
    command: 'npx giget@latest gh:latchkey-app/latchkey my-app',
    readmeUrl: 'https://github.com/latchkey-app/latchkey#readme',
    contactEmail: 'hello@latchkey.example',
  },
} as const
