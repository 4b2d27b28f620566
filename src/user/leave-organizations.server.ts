import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { member, organization } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'

/** A member who becomes owner because the only owner is deleted. */
export interface Successor {
  user: { id: string; name: string }
  organization: string
}

/** Refuses early if deleting the user's account would be refused later. @throws {AppError} ONLY_OWNER */
export async function refuseOnlyOwner(db: Database, userId: string): Promise<void> {
  const owned = await listSolelyOwned(db, userId)
  if (owned.some(({ hasOthers }) => hasOthers)) throw new AppError('ONLY_OWNER')
}

/**
 * Deletes the organizations of which the user is the only member, in the transaction that deletes their own account.
 * @throws {AppError} ONLY_OWNER if other members would be left without an owner
 */
export async function deleteOrganizationsOfSoleMember(db: Database, userId: string): Promise<void> {
  const owned = await lockSolelyOwned(db, userId)
  if (owned.some(({ hasOthers }) => hasOthers)) throw new AppError('ONLY_OWNER')
  for (const { id } of owned) await db.execute(sql`delete from ${organization} where id = ${id}`)
}

/**
 * Finds new owners for the organizations of which a user is the only owner, in the transaction that deletes the user: the
 * longest-standing administrator of the organization, otherwise the longest-standing member. An organization without
 * other members is kept while the deletion can be undone, and removed afterwards.
 */
export async function transferOrganizations(db: Database, userId: string): Promise<Successor[]> {
  const successors: Successor[] = []
  for (const { id, name, hasOthers } of await lockSolelyOwned(db, userId)) {
    if (!hasOthers) continue
    const [successor] = await db.execute<{ id: string; name: string }>(sql`
      update ${member} set role = 'owner' from "user"
      where "user".id = user_id and member.id = (
        select id from ${member} where organization_id = ${id} and user_id <> ${userId}
        order by role = 'admin' desc, created_at, id limit 1)
      returning "user".id, coalesce(nullif("user".name, ''), "user".email) as name`)
    if (successor) successors.push({ user: { id: successor.id, name: successor.name }, organization: name })
  }
  return successors
}

interface OwnedOrganization extends Record<string, unknown> {
  id: string
  name: string
  hasOthers: boolean
}

/** Returns the organizations without another owner. They are locked until the transaction ends. */
async function lockSolelyOwned(db: Database, userId: string): Promise<OwnedOrganization[]> {
  // Lock all of the user's organizations before counting owners; otherwise two last owners could leave at once.
  await db.execute(sql`
    select from ${organization} where id in (select organization_id from ${member} where user_id = ${userId})
    order by id for update`)
  return listSolelyOwned(db, userId)
}

function listSolelyOwned(db: Database, userId: string): Promise<OwnedOrganization[]> {
  return db.execute<OwnedOrganization>(sql`
    select o.id, o.name, exists (
      select from ${member} as other where other.organization_id = o.id and other.user_id <> ${userId}) as "hasOthers"
    from ${organization} as o join ${member} as own on own.organization_id = o.id and own.user_id = ${userId}
    where own.role = 'owner' and not exists (
      select from ${member} as other
      where other.organization_id = o.id and other.user_id <> ${userId} and other.role = 'owner')
    order by o.id`)
}
