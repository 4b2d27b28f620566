import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { MAIL_STATES } from '#lib/code-purpose.ts'
import { createdAt, id, moment } from './columns.ts'
import { user } from './people.ts'

/**
 * Invitations by email. The token in the link is the signed id, so reading this table is not enough to use a link, and the link
 * itself signs no one in. A withdrawn invitation belongs to no person; it stays so that its link can report the withdrawal.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    /** The invited person, with at most one invitation; null once it is withdrawn. */
    userId: uuid()
      .unique('invitation_user_id_unique')
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The address that it was sent to; null once it is withdrawn. */
    email: text(),
    language: text().notNull(),
    invitedById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Whether it added the person, who is then deleted if it is withdrawn before their first sign-in. */
    addsPerson: boolean().notNull().default(false),
    /** The id of the last mail, which is a new one each time it is sent. */
    mailId: uuid().notNull(),
    mailState: text({ enum: MAIL_STATES }).notNull().default('queued'),
    sentAt: moment().notNull().defaultNow(),
    endsAt: moment().notNull(),
    withdrawnAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.invitedById), index().on(table.endsAt)],
)
