import { relations, sql, type SQL } from 'drizzle-orm'
import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { byteOrdered, createdAt, id, moment, updatedAt } from './columns.ts'
import { partialIndex, trigramIndex } from './indexes.ts'
import { organization } from './organizations.ts'

/** A user. `name` is empty until onboarding. */
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
    /** The language of the last page that the user saw while signed in, for mail about others' actions; null until sign-in. */
    language: text(),
    /** The language and the theme that the user chose. They apply to all devices; null if each device uses its own setting. */
    chosenLanguage: text(),
    chosenTheme: text(),
    /** The kinds of `OPTIONAL_NOTICES` that the user has turned off. */
    mutedNotices: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The time at which the user declined to add a passkey. The passkey is not offered again. */
    passkeyDeclinedAt: moment(),
    /**
     * The time at which the link of a notice removed an administrator's last second factor. Until another administrator resets
     * this, the user cannot add a passkey, because an attacker might read the user's mail.
     */
    secondFactorLostAt: moment(),
    /**
     * The time at which the user last lost the administrator role, set by a trigger of migration 0033; null if that never
     * happened. For some days, other administrators cannot take over the account: see `protectedUntil`.
     */
    lostAdminAt: moment(),
    /**
     * The time of the user's last invitation. Until the first sign-in, the user's status is invited; after it, the user confirms
     * the name of the invitation. Null if the user was not invited, or has confirmed the name.
     */
    invitedAt: moment(),
    /** The normalized name by which lists sort and search users; the normalized email if the user has no name yet. */
    sortName: byteOrdered().generatedAlwaysAs(
      (): SQL => sql`folded(coalesce(nullif(${user.name}, ''), ${user.email}))`,
    ),
    /** The normalized text that searches compare. */
    searchText: text().generatedAlwaysAs((): SQL => sql`folded(${user.name} || ' ' || ${user.email})`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    index('user_name_order').on(table.sortName, table.id),
    index('user_updated').on(table.updatedAt, table.id),
    index('user_email_prefix').on(sql`${table.email} text_pattern_ops`),
    trigramIndex('user_search', table.searchText),
    partialIndex('user_admins', sql`${table.role} = 'admin'`, table.createdAt, table.id),
    partialIndex('user_banned', sql`${table.banned}`, table.createdAt, table.id),
    partialIndex('user_banned_name_order', sql`${table.banned}`, table.sortName, table.id),
    trigramIndex('user_banned_search', table.searchText, sql`${table.banned}`),
    partialIndex('user_ban_ends', sql`${table.banned}`, table.banExpires),
    partialIndex('user_not_onboarded', sql`${table.name} = ''`, table.createdAt, table.id),
    partialIndex('user_not_onboarded_name_order', sql`${table.name} = ''`, table.sortName, table.id),
    trigramIndex('user_not_onboarded_search', table.searchText, sql`${table.name} = ''`),
    // Includes invited users who have signed in: a condition on `lastSignInAt` would make each sign-in update all indexes.
    partialIndex('user_invited', sql`${table.invitedAt} is not null`, table.createdAt, table.id),
    partialIndex('user_invited_name_order', sql`${table.invitedAt} is not null`, table.sortName, table.id),
    trigramIndex('user_invited_search', table.searchText, sql`${table.invitedAt} is not null`),
  ],
)

/** A reference to the user who owns a row. The row is deleted with the user. */
export const userReference = () =>
  uuid()
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

/** A signed-in browser. The cookie holds the signed token, so reading this table is not enough to sign in. */
export const session = pgTable(
  'session',
  {
    id: id(),
    userId: userReference(),
    token: text().notNull().unique(),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    impersonatedBy: uuid().references(() => user.id, { onDelete: 'cascade' }),
    /** Updated at most every few minutes. */
    lastSeenAt: moment().notNull().defaultNow(),
    /** The time at which the user last authenticated again by a code or passkey; null if not since the sign-in. */
    confirmedAt: moment(),
    /** The time at which the user last used a passkey or a recovery code as second factor; null if never in this session. */
    secondFactorAt: moment(),
    /**
     * The active organization, whose data the pages show; null for shared data. Set to null by the constraint
     * `session_active_member` when the user's row in `member` is deleted. The constraint is in migration 0029, because drizzle
     * has no `on delete set null` for a single column.
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

/** A user's link to an identity provider: one row per user and provider. The columns for tokens are always null. */
export const account = pgTable(
  'account',
  {
    id: id(),
    userId: userReference(),
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

/** The sessions and linked providers of a user, for queries that read them together with the user. */
export const userRelations = relations(user, ({ many }) => ({ sessions: many(session), accounts: many(account) }))
/** The user of a session. better-auth reads both in one query. */
export const sessionRelations = relations(session, ({ one }) => ({
  user: one(user, { fields: [session.userId], references: [user.id] }),
}))
/** The user of an account. */
export const accountRelations = relations(account, ({ one }) => ({
  user: one(user, { fields: [account.userId], references: [user.id] }),
}))
