/**
 * The product as data: names, limits and lifetimes that a product owner might want to change.
 * The server, the browser, the emails and the tests read it. It contains no secret and imports nothing.
 */
export const appConfig = {
  name: 'Latchkey',
  /** The name in cookies, metrics and file names: lowercase letters and digits. A changed slug signs all users out. */
  slug: 'latchkey',
  /** The prefix of API tokens, by which secret scanners and the log recognize them. A changed prefix invalidates all tokens. */
  tokenPrefix: 'lk_',

  /** The SPDX identifier of the license in the description of the API. */
  apiLicense: 'MIT',

  languages: ['en', 'fr', 'ar', 'sw'],
  defaultLanguage: 'en',
  languageCookie: { name: 'lng', maxAgeMinutes: 43_200 },

  themes: ['system', 'light', 'dark'],
  themeKey: 'theme',
  themeCookie: { name: 'theme', maxAgeMinutes: 43_200 },

  /** The cookie with the language and theme that this browser and the account last had in common. */
  agreedCookie: { name: 'agreed', maxAgeMinutes: 43_200 },

  timeZoneCookie: { name: 'timeZone', maxAgeMinutes: 43_200 },
  sidebarCookie: { name: 'sidebar', maxAgeMinutes: 525_600 },
  /** Days without a sign-in after which a browser is no longer known. Known browsers have rate limits of their own. */
  knownBrowserDays: 365,

  loginCode: {
    length: 6,
    lifetimeMinutes: 5,
    /** Number of wrong attempts after which a code is invalid. */
    triesPerCode: 3,
    /** Minimum seconds between two codes for an address: from the same known browser, or from unknown browsers of a network. */
    secondsBetweenSends: 30,
    /** The interval, in milliseconds, at which a waiting page checks whether the email was sent. */
    mailStateEveryMs: 1_500,
    sendsPerKnownBrowser: { count: 10, minutes: 1_440 },
    /** Maximum number of codes that a signed-in user can request from a known browser, to confirm actions. */
    sendsPerDaySignedIn: { count: 50, minutes: 1_440 },
    /**
     * Codes for unknown browsers without proof of work. Once one of these limits is reached, a code costs proof of work.
     * A network is an IPv4 address or an IPv6 /64, a wider network an IPv6 /56, the widest an IPv6 /48 or an IPv4 /24.
     */
    freeSends: {
      perAddress: { count: 5, minutes: 60 },
      perNetwork: { count: 30, minutes: 10 },
      perWiderNetwork: { count: 60, minutes: 10 },
      perWidestNetwork: { count: 120, minutes: 10 },
      /** The limit for all addresses together; reaching it is logged as an error. */
      overAll: { count: 1_000, minutes: 60 },
    },
    /** Maximum number of codes with proof of work. A single network gets fewer for an address than all networks together. */
    maxSends: {
      perAddressAndNetwork: { count: 4, minutes: 120 },
      perAddress: { count: 10, minutes: 240 },
      perWidestNetwork: { count: 600, minutes: 60 },
      overAll: { count: 3_000, minutes: 60 },
    },
    /** Proof of work for a code: its minimum number of hashes, which grows up to eight times as the limits above run out. */
    challenge: { hashes: 500, lifetimeMinutes: 5 },
    triesPerNetwork: { count: 60, minutes: 10 },
  },

  passkey: {
    maxPerUser: 20,
    nameMaxLength: 60,
    /** Minutes until the challenge for a passkey expires. */
    challengeMinutes: 5,
    /** Minutes after sign-in in which users without a passkey are offered one. */
    offeredForMinutes: 10,
    /** The limit is high, because every visit of the sign-in page can request a challenge. */
    challengesPerNetwork: { count: 300, minutes: 10 },
    triesPerNetwork: { count: 60, minutes: 10 },
  },
  /**
   * Sandboxes of a demo: the lifetime and size of a visitor's database, and the maximum number of databases. `count` limits the
   * sandboxes of a network (as in `loginCode.freeSends`), and `open` those that a process uses at the same time.
   */
  sandbox: {
    minutes: 60,
    most: 100,
    maxMegabytes: 100,
    perNetwork: { count: 10, minutes: 60, open: 2 },
    perWiderNetwork: { count: 20, minutes: 60, open: 2 },
    perWidestNetwork: { count: 40, minutes: 60, open: 4 },
  },

  /** The number of codes that can each replace an administrator's lost passkey, and the limit of attempts. */
  recoveryCodes: { count: 10, triesPerUser: { count: 10, minutes: 10 } },

  session: {
    /** A session ends `idleDays` after its last use, and `absoluteDays` after the sign-in at the latest. */
    idleDays: 30,
    absoluteDays: 90,
    /** A further sign-in ends the session that was used the longest time ago. */
    maxPerUser: 100,
    renewedAfterHours: 24,
    /** Minutes for which a sign-in, or a code entered later, counts as recent authentication for sensitive actions. */
    recentAuthenticationMinutes: 10,
    impersonationMinutes: 60,
  },

  /** Emails about events of an account, and the lifetime of their link to report unrecognized activity. */
  notices: { ofAKindPerDay: 10, linkDays: 7 },

  /** Days that an invitation's link works, maximum emails to a user in a day, and days that ended invitations are kept. */
  invitation: { days: 14, mailsPerDay: 3, keptDays: 30 },

  /**
   * Maximum number of rows of a kind that a user can add in a day. The total for each kind is below. A bulk job or an import
   * counts as one row, regardless of the number of its rows.
   */
  creationsPerDay: { user: 500, administrator: 10_000 },
  /** Maximum number of changes and deletions of a kind in a day, because each adds a permanent entry to the history. */
  changesPerDay: { user: 2_000, administrator: 100_000 },

  /**
   * Groups of users who own repositories together. The number of emails is limited for each sender, and for each receiving
   * address: from one sender, and from all senders together.
   */
  organization: {
    nameMaxLength: 60,
    maxPerUser: 20,
    maxOwnedPerUser: 10,
    maxMembers: 200,
    maxInvitations: 100,
    /** Maximum number of organizations in the switcher of every page; the page of organizations lists all. */
    maxInSwitcher: 20,
    /** Maximum number of organizations in the owner filter of administrators. */
    maxOffered: 200,
    invitation: {
      days: 14,
      /** The limit until another user has joined one of the sender's organizations. */
      mailsPerNewUserAndDay: 10,
      mailsPerUserAndDay: 50,
      mailsPerUserAddressAndDay: 3,
      mailsPerAddressAndDay: 20,
      keptDays: 30,
    },
  },

  /** Days after losing the role in which no other user can change an administrator's email or passkeys, or act as them. */
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
    maxPerOrganization: 1_000,
    languageMaxLength: 40,
    maxLanguagesOffered: 200,
    topicMaxLength: 50,
    maxTopics: 10,
    /** Days in which a deletion can be undone. */
    undoDays: 1,
  },

  /**
   * Bulk actions: rows that are changed in the request itself, rows that can be selected one by one, and drafts of a user that
   * wait at the same time.
   */
  bulk: { rowsAtOnce: 20, maxChosen: 1_000, maxDrafts: 50, undoDays: 1, keptDays: 30 },

  /** The contact for reports of vulnerabilities, published at /.well-known/security.txt (RFC 9116). */
  securityContact: 'mailto:security@latchkey.example',

  breakpoints: { dialog: 640, phone: 768 },

  environment: { defaultColor: 'plum' },

  /** The documents on the web, to which empty lists link; undefined without such links. */
  docsUrl: 'https://github.com/latchkey-app/latchkey/blob/main/docs' as string | undefined,

  /** Links in the demo for visitors who want an app of their own; undefined without such links. */
  starter: {
    command: 'npx giget@latest gh:latchkey-app/latchkey my-app',
    readmeUrl: 'https://github.com/latchkey-app/latchkey#readme',
    contactEmail: 'hello@latchkey.example',
  } as { command: string; readmeUrl: string; contactEmail: string } | undefined,
} as const
