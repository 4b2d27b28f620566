import { asc, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { organization } from '#db/schema.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** An organization that can own rows. */
export interface Owner {
  id: string
  name: string
}

/** Lists the organizations that a list can be filtered by, by name, up to a limit. */
export function listOwners({ db }: ServiceContext): Promise<Owner[]> {
  return db
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .orderBy(sql`folded(${organization.name})`, asc(organization.id))
    .limit(appConfig.organization.maxOffered)
}
