import * as z from 'zod/mini'
import { responseSchemas } from '#api/named-schemas.ts'
import { withLockedUser } from '#api/key-rights.server.ts'
import { operation, type ApiOperation } from '#api/operation.ts'
import { getUserRecord } from '#user/find-user.server.ts'
import { findSecondFactorsOf, removePasskeysOf } from './passkeys.server.ts'

const time = z.iso.datetime()
const passkeyResponse = z
  .object({ id: z.guid(), name: z.string(), createdAt: time, lastUsedAt: z.nullable(time) })
  .register(responseSchemas, { id: 'Passkey' })
const passkeyList = z
  .object({ data: z.array(passkeyResponse), next: z.null(), hasRecoveryCodes: z.boolean(), isLost: z.boolean() })
  .register(responseSchemas, { id: 'PasskeyList' })

/** The API operations on the passkeys of users, with the same rules as the pages. */
export const passkeyOperations: ApiOperation[] = [
  operation('GET /users/{id}/passkeys', 'passkey:list', {
    id: 'listUserPasskeys',
    summary: 'List the passkeys of a user, newest first',
    description:
      'Includes whether the user has recovery codes. `isLost` is true if a report of unrecognized activity removed an administrator’s last passkey.',
    response: passkeyList,
    handle: async (context, { id }) => {
      await getUserRecord(context.db, id)
      const { passkeys, hasRecoveryCodes, isLost } = await findSecondFactorsOf(context, { id })
      return { data: passkeys, next: null, hasRecoveryCodes, isLost }
    },
  }),
  operation('DELETE /users/{id}/passkeys', 'passkey:delete', {
    id: 'removeUserPasskeys',
    summary: 'Remove all passkeys and recovery codes of a user',
    description:
      'For example, for a user who has lost a device and needs to create a new passkey. The user is notified by email. For an administrator, the key also needs the scope `user:change-administrators`.',
    status: 204,
    problems: ['NOT_ON_YOURSELF', 'ADMINISTRATOR_UNTIL_RECENTLY'],
    handle: (context, { id }) => withLockedUser(context, id, (context) => removePasskeysOf(context, { id })),
    isUnversioned: true,
  }),
]
