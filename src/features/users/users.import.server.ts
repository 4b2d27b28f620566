import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { recordAudit } from '#audit/audit.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import { isBanned } from '#db/bans.ts'
import { fieldMap } from '#db/field-map.ts'
import { user } from '#db/schema.ts'
import { lastAdministratorViolation } from '#db/violations.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { AppError } from '#lib/app-error.ts'
import { lockUser } from '#user/find-user.server.ts'
import { inTransaction, type ActorRef, type AdministratorContext } from '#service/service-context.server.ts'
import { createUser } from './users-change.server.ts'
import { ROLES } from './user-choices.ts'
import { userFields, type UserFields } from './users.schema.ts'

const fieldMapping = fieldMap(user, userFields)

/** The roles by their lower-case names in all languages. */
const roleByName = new Map<string, string>(
  appConfig.languages.flatMap((language) =>
    ROLES.map((role): [string, string] => [translatorFor(language).t(`common:roles.${role}`).toLowerCase(), role]),
  ),
)

/** Imports users from a file, with the rules of the form. Imported users get no email. */
export const usersImport: ImportKind<UserFields> = {
  name: 'import-users',
  permission: 'user:create',
  keyPermissions: ['user:set-role', 'user:change-administrators'],
  isDangerous: true,
  namespace: 'users',
  fields: ['email', 'name', 'role'],
  required: ['email', 'name'],
  schema: userFields,
  key: 'email',
  bound: { fits: ({ role }) => role === 'admin', most: appConfig.bulk.rowsAtOnce, code: 'TOO_MANY_ADMINISTRATORS' },
  toInput: ({ role = '', ...others }) => ({ ...others, role: roleOf(role) }),
  isTaken: (email) => sql`exists (select from ${user} where ${user.email} = ${email})`,
  create: createUser,
  remove: removeImported,
}

function roleOf(text: string): string {
  const name = text.trim().toLowerCase()
  return name === '' ? 'user' : (roleByName.get(name) ?? name)
}

/** Removes an imported user. Unlike `deleteUser`, sends no notice, because the user has never used the account. */
function removeImported(context: AdministratorContext, subject: ActorRef, made: UserFields): Promise<void> {
  return inTransaction(context, [lastAdministratorViolation], async (context) => {
    const record = await lockUser(context.db, subject.id)
    const isUntouched = record.lastSignInAt === null && record.invitedAt === null && !isBanned(record)
    if (!isUntouched || !fieldMapping.isSame(fieldMapping.pick(record), made)) throw new AppError('CHANGED_SINCE')
    await context.db.delete(user).where(eq(user.id, subject.id))
    const { name, email, role } = made
    await recordAudit(context, { action: 'user-deleted', subject: { ...subject, name }, before: { name, email, role } })
  })
}
