import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { MAIL_STATES } from '#lib/code-purpose.ts'
import { createdAt, id, moment } from './columns.ts'
import { user } from './people.ts'

/**
 * Invitations by mail. The token in the link is the id with a signature, so this table alone opens nothing, and the link
 * itself signs nobody in. One that was withdrawn is nobody's any more: it stays to say so to who follows its link.
 */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    /** Whom it invites, at most once; null from when it was withdrawn. */
    userId: uuid()
      .unique('invitation_user_id_unique')
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The address that it went to; null from when it was withdrawn. */
    email: text(),
    language: text().notNull(),
    invitedById: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Whether the person was added with it, and goes with it when it is withdrawn before they have signed in. */
    addsPerson: boolean().notNull().default(false),
    /** Of the last mail: another one for each time it is sent. */
    mailId: uuid().notNull(),
    mailState: text({ enum: MAIL_STATES }).notNull().default('queued'),
    sentAt: moment().notNull().defaultNow(),
    endsAt: moment().notNull(),
    withdrawnAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.invitedById), index().on(table.endsAt)],
)
