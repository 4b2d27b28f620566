import { relations, sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const id = () => uuid().primaryKey().defaultRandom()
const moment = () => timestamp({ withTimezone: true, precision: 3 })
const createdAt = () => moment().notNull().defaultNow()
const updatedAt = () =>
  moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

/** A text that is compared byte by byte, on every database alike: so what begins with the same letters stands together. */
const byteOrdered = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt), index().on(table.impersonatedBy)],
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

/** better-auth's short-lived secrets: login codes (keyed hash, bound to the browser that asked) and social sign-in states. */
export const verification = pgTable(
  'verification',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => crypto.randomUUID()),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.identifier), index().on(table.expiresAt)],
)

/** One request for a code: what the pages of that browser may see of it, and the count of tries. */
export const codeRequest = pgTable(
  'login_request',
  {
    id: id(),
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    /** What the code is for; it confirms nothing else. */
    purpose: text({ enum: ['sign-in', 'change-email', 're-authenticate', 'delete-account'] })
      .notNull()
      .default('sign-in'),
    /** The session that asked, and a keyed hash of the code; null for a sign-in, whose code better-auth keeps. */
    sessionId: uuid(),
    codeHash: text(),
    mailState: text({ enum: ['queued', 'delayed', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    tries: smallint().notNull().default(0),
    usedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.addressKey, table.browserKey, table.createdAt), index().on(table.createdAt)],
)

/** A browser that has signed in to an address: it keeps a budget of its own, so strangers cannot lock its owner out. */
export const knownBrowser = pgTable(
  'known_browser',
  {
    addressKey: text().notNull(),
    browserKey: text().notNull(),
    lastSignInAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.addressKey, table.browserKey] }), index().on(table.lastSignInAt)],
)

/** Hashes of the addresses that administrators ever had, kept by a trigger: ADMIN_EMAILS makes nobody of them one again. */
export const adminAddress = pgTable('admin_address', { hash: text().primaryKey() })

/** Counts of a limit within its window, shared by all nodes. The key is a keyed hash. */
export const throttle = pgTable(
  'throttle',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment().notNull(),
  },
  (table) => [index().on(table.endsAt)],
)

/** A place where code is kept, as administrators list it. No two names differ by case alone. */
export const repository = pgTable(
  'repository',
  {
    id: id(),
    name: text().notNull(),
    link: text().notNull(),
    description: text(),
    /** By what a list orders them. */
    sortName: byteOrdered().generatedAlwaysAs((): SQL => sql`folded(${repository.name})`),
    /** What a search looks through. */
    searchText: text().generatedAlwaysAs(
      (): SQL =>
        sql`folded(${repository.name} || ' ' || ${repository.link} || ' ' || coalesce(${repository.description}, ''))`,
    ),
    createdById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Set when it was deleted: for a day it can be had back, then it is purged. */
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const isThere = sql`${table.deletedAt} is null`
    return [
      uniqueIndex('repository_name_unique')
        .on(sql`lower(${table.name})`)
        .where(isThere),
      index('repository_newest').on(table.createdAt, table.id).where(isThere),
      index('repository_name_order').on(table.sortName, table.id).where(isThere),
      index('repository_search')
        .using('gin', sql`${table.searchText} gin_trgm_ops`)
        .where(isThere),
      index('repository_deleted')
        .on(table.deletedAt)
        .where(sql`${table.deletedAt} is not null`),
      index().on(table.createdById),
    ]
  },
)

/**
 * What happened, for good: administrator actions and security events. The database refuses to change or remove a row.
 * People are kept by id and by what they were called then, for they may be gone when it is read.
 */
export const historyEvent = pgTable(
  'history_event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment()
      .notNull()
      .default(sql`clock_timestamp()`),
    action: text().notNull(),
    actorId: uuid(),
    actorName: text(),
    subjectId: uuid(),
    subjectName: text(),
    /** The fields that changed, as they were and as they are. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    ipAddress: text(),
  },
  (table) => [
    index().on(table.subjectId, table.id),
    index().on(table.actorId, table.id),
    // Sign-ins and what else people do to themselves are by far the most: the latest administrator actions are found past them.
    index('history_event_by_others')
      .on(table.id)
      .where(sql`${table.actorId} is distinct from ${table.subjectId}`),
  ],
)

/** Figures of the dashboard, kept up to date by triggers. A figure is the sum of its parts, so that writers do not wait for each other. */
export const tally = pgTable(
  'tally',
  {
    name: text().notNull(),
    /** The day that is counted; 1970-01-01 for a figure that has no day. */
    day: date({ mode: 'string' }).notNull().default('1970-01-01'),
    part: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day, table.part] })],
)

/** What a person's row leads to, for queries that join. */
export const userRelations = relations(user, ({ many }) => ({ sessions: many(session), accounts: many(account) }))
/** Whose session it is: better-auth reads both in one query. */
export const sessionRelations = relations(session, ({ one }) => ({
  user: one(user, { fields: [session.userId], references: [user.id] }),
}))
/** Whose way to sign in it is. */
export const accountRelations = relations(account, ({ one }) => ({
  user: one(user, { fields: [account.userId], references: [user.id] }),
}))
