import { eq } from 'drizzle-orm'
import { isBanned, nameOf } from '#person/person.ts'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { listEventsOf, type ActorRef } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { UserDetail } from './user-detail.schema.ts'

/** @throws {AppError} NOT_FOUND */
export async function getUser(db: Database, id: string): Promise<UserDetail> {
  const { banned, banReason, banExpires, createdAt, lastSignInAt, ...person } = await findUser(db, id)
  const ban = isBanned({ banned, banExpires }) ? { reason: banReason, endsAt: banExpires?.toISOString() ?? null } : null
  return {
    ...person,
    status: ban ? 'banned' : person.name === '' ? 'not-onboarded' : 'active',
    ban,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }
}

/** A person as history names them. @throws {AppError} NOT_FOUND */
export async function getNamed(db: Database, id: string): Promise<ActorRef> {
  const person = await findUser(db, id)
  return { id: person.id, name: nameOf(person) }
}

/**
 * What a person did and what was done to them, the latest first.
 * @param before entries older than this id; null for the first page
 * @throws {AppError} NOT_FOUND
 */
export async function listHistory(db: Database, id: string, before: number | null) {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  return listEventsOf(db, id, before ?? undefined)
}

async function findUser(db: Database, id: string) {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  const [found] = await db
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      banned: user.banned,
      banReason: user.banReason,
      banExpires: user.banExpires,
      createdAt: user.createdAt,
      lastSignInAt: user.lastSignInAt,
    })
    .from(user)
    .where(eq(user.id, id))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
