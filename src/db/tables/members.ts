import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appConfig } from '#app.config'
import { MAIL_STATES } from '#lib/code-purpose.ts'
import { ORGANIZATION_ROLES } from '#lib/organization-roles.ts'
import { createdAt, id, moment } from './columns.ts'
import { organization } from './organizations.ts'
import { userReference, user } from './users.ts'

const organizationReference = () =>
  uuid()
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' })

/** Members of organizations, each with one role. */
export const member = pgTable(
  'member',
  {
    id: id(),
    organizationId: organizationReference(),
    userId: userReference(),
    role: text({ enum: ORGANIZATION_ROLES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('member_organization_user_unique').on(table.organizationId, table.userId),
    index().on(table.organizationId, table.createdAt, table.id),
    index().on(table.userId),
  ],
)

/**
 * Invitations by email into organizations. An invitation is for an address: the user who has that address can accept or decline
 * it. The token in the link is the signed id; opening the link neither signs in nor accepts.
 */
export const organizationInvitation = pgTable(
  'organization_invitation',
  {
    id: id(),
    organizationId: organizationReference(),
    email: text().notNull(),
    role: text({ enum: ORGANIZATION_ROLES }).notNull(),
    status: text({ enum: ['pending', 'accepted', 'rejected', 'canceled'] })
      .notNull()
      .default('pending'),
    /** The language of the mail. */
    language: text().notNull().default(appConfig.defaultLanguage),
    inviterId: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The id of the latest mail. Sending the invitation again creates a new id. */
    mailId: uuid().notNull().defaultRandom(),
    mailState: text({ enum: MAIL_STATES }).notNull().default('queued'),
    sentAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('organization_invitation_pending')
      .on(table.organizationId, table.email)
      .where(sql`${table.status} = 'pending'`),
    index().on(table.email),
    index().on(table.inviterId),
    index().on(table.expiresAt),
  ],
)
