import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { MAIL_STATES } from '#lib/code-purpose.ts'
import { createdAt, id, moment } from './columns.ts'
import { user } from './users.ts'

/**
 * Invitations by email. The token in the link is the signed id, so reading this table is not enough to use a link, and the link
 * itself signs no one in. The row of a withdrawn invitation has no user; it remains for the page of the link.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    /** The invited user, with at most one invitation; null once the invitation is withdrawn. */
    userId: uuid()
      .unique('invitation_user_id_unique')
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The address that the invitation was sent to; null once the invitation is withdrawn. */
    email: text(),
    language: text().notNull(),
    invitedById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Whether the invitation created the user. If so, withdrawing it before the first sign-in also deletes the user. */
    addsPerson: boolean().notNull().default(false),
    /** The id of the latest mail. Sending the invitation again creates a new id. */
    mailId: uuid().notNull(),
    mailState: text({ enum: MAIL_STATES }).notNull().default('queued'),
    sentAt: moment().notNull().defaultNow(),
    endsAt: moment().notNull(),
    withdrawnAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.invitedById), index().on(table.endsAt)],
)
