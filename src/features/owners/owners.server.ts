import { asc, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { organization } from '#db/schema.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** An organization that can own rows. */
export interface OwnerOrganization {
  id: string
  name: string
}

/** Returns the organizations that administrators can filter a list by, sorted by name, up to a maximum number. */
export function listOwners({ db }: ServiceContext): Promise<OwnerOrganization[]> {
  return db
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .orderBy(sql`folded(${organization.name})`, asc(organization.id))
    .limit(appConfig.organization.maxOffered)
}
