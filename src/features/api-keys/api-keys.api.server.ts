import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ALL_API_SCOPES } from '#api/api-scopes.ts'
import { responseSchemas } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { columnsOf } from '#db/columns-of.ts'
import { apiKey, user } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { usageOfKey } from './api-limits.server.ts'

const limit = z.object({ limit: z.int(), remaining: z.int(), secondsUntilFull: z.int() })
const me = z
  .object({
    id: z.guid(),
    name: z.string(),
    scopes: z.array(z.enum(ALL_API_SCOPES)),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    user: z.object({ id: z.guid(), name: z.string(), email: z.string() }),
    rateLimits: z.object({ reads: limit, writes: limit }),
  })
  .register(responseSchemas, { id: 'Me' })

/** The API operation with which a program reads what its own key can do. */
export const apiKeyOperations: ApiOperation[] = [
  operation('GET /me', null, {
    id: 'getMe',
    summary: 'Get the API key in use',
    description:
      'Lists only the scopes that the owner’s current role permits. The rate limits are those of the server process that responds.',
    response: me,
    handle: async (context) => ({
      ...(await readKey(context)),
      scopes: [...context.scopes],
      rateLimits: usageOfKey(context.session.id).state(),
    }),
  }),
]

async function readKey({ db, session }: ApiContext) {
  const [found] = await db
    .select({
      ...columnsOf(apiKey, 'id', 'name', 'createdAt', 'expiresAt'),
      user: columnsOf(user, 'id', 'name', 'email'),
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(eq(apiKey.id, session.id))
  if (!found) throw new AppError('UNAUTHORIZED')
  return withIsoTimes(found)
}
