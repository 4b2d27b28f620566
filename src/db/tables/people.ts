import { relations, sql, type SQL } from 'drizzle-orm'
import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from './columns.ts'
import { organization } from './organizations.ts'

/** A person. `name` is empty until onboarding. */
export const user = pgTable(
  'user',
  {
    id: id(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    name: text().notNull().default(''),
    image: text(),
    role: text({ enum: ['admin', 'user'] })
      .notNull()
      .default('user'),
    banned: boolean().notNull().default(false),
    banReason: text(),
    banExpires: moment(),
    lastSignInAt: moment(),
    /** That of the last page they saw while signed in: for mail that others' doings cause. Null until the first sign-in. */
    language: text(),
    /** The language and the theme that they chose, on whatever device; null where each device goes by its own. */
    chosenLanguage: text(),
    chosenTheme: text(),
    /** The kinds of `OPTIONAL_NOTICES` that they do not want. */
    mutedNotices: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When they said that they want no passkey for now: they are not asked again. */
    passkeyDeclinedAt: moment(),
    /**
     * When the link of a notice took the last second factor from an administrator. Until another one lets them start anew, who
     * reads their mail must not make the next passkey.
     */
    secondFactorLostAt: moment(),
    /**
     * When they lost the role of an administrator last, by a trigger of migration 0033; null for who never had it. Others do not
     * take their account for some days: `protectedUntil`.
     */
    lostAdminAt: moment(),
    /**
     * When an invitation was sent to them last: they are invited until their first sign-in, and confirm their name then. Null
     * for who was not invited, and from then on.
     */
    invitedAt: moment(),
    /** By what a list calls them and orders them: who has not said their name goes by their e-mail. */
    sortName: byteOrdered().generatedAlwaysAs(
      (): SQL => sql`folded(coalesce(nullif(${user.name}, ''), ${user.email}))`,
    ),
    /** What a search looks through. */
    searchText: text().generatedAlwaysAs((): SQL => sql`folded(${user.name} || ' ' || ${user.email})`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    index('user_name_order').on(table.sortName, table.id),
    index('user_email_prefix').on(sql`${table.email} text_pattern_ops`),
    index('user_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('user_admins')
      .on(table.createdAt, table.id)
      .where(sql`${table.role} = 'admin'`),
    index('user_banned')
      .on(table.createdAt, table.id)
      .where(sql`${table.banned}`),
    index('user_banned_name_order')
      .on(table.sortName, table.id)
      .where(sql`${table.banned}`),
    index('user_banned_search')
      .using('gin', sql`${table.searchText} gin_trgm_ops`)
      .where(sql`${table.banned}`),
    index('user_ban_ends')
      .on(table.banExpires)
      .where(sql`${table.banned}`),
    index('user_not_onboarded')
      .on(table.createdAt, table.id)
      .where(sql`${table.name} = ''`),
    index('user_not_onboarded_name_order')
      .on(table.sortName, table.id)
      .where(sql`${table.name} = ''`),
    index('user_not_onboarded_search')
      .using('gin', sql`${table.searchText} gin_trgm_ops`)
      .where(sql`${table.name} = ''`),
    // Not by the last sign-in as well: each one would then have to be written into all of the indexes.
    index('user_invited')
      .on(table.createdAt, table.id)
      .where(sql`${table.invitedAt} is not null`),
    index('user_invited_name_order')
      .on(table.sortName, table.id)
      .where(sql`${table.invitedAt} is not null`),
    index('user_invited_search')
      .using('gin', sql`${table.searchText} gin_trgm_ops`)
      .where(sql`${table.invitedAt} is not null`),
  ],
)

/** A browser that is signed in. The cookie holds the token with a signature, so this table alone opens nothing. */
export const session = pgTable(
  'session',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    impersonatedBy: uuid().references(() => user.id, { onDelete: 'cascade' }),
    /** Moved on at most every few minutes. */
    lastSeenAt: moment().notNull().defaultNow(),
    /** When a code showed again that it is this person; null where only the sign-in did. */
    confirmedAt: moment(),
    /** When a passkey or a recovery code showed, besides the code, that it is this person; null where none did. */
    secondFactorAt: moment(),
    /**
     * The organization that its pages are about; null for what is everybody's. Set to null by the constraint
     * `session_active_member` when the person's row in `member` goes: migration 0029, for drizzle has no `on delete set null`
     * of one column.
     */
    activeOrganizationId: uuid().references(() => organization.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.expiresAt),
    index().on(table.impersonatedBy),
    index().on(table.activeOrganizationId),
  ],
)

/** A way to sign in besides the e-mailed code: one row per person and provider. The columns for tokens stay empty. */
export const account = pgTable(
  'account',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    providerId: text().notNull(),
    accountId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique().on(table.providerId, table.accountId), index().on(table.userId)],
)

/** The rows that a person's row leads to, for queries that join. */
export const userRelations = relations(user, ({ many }) => ({ sessions: many(session), accounts: many(account) }))
/** The person whose session it is: better-auth reads both in one query. */
export const sessionRelations = relations(session, ({ one }) => ({
  user: one(user, { fields: [session.userId], references: [user.id] }),
}))
/** The person whose way to sign in it is. */
export const accountRelations = relations(account, ({ one }) => ({
  user: one(user, { fields: [account.userId], references: [user.id] }),
}))
