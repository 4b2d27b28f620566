import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { SessionContext } from '#auth/current-session.server.ts'
import { listSessions } from '#auth/user-sessions.server.ts'
import {
  account,
  apiKey,
  favourite,
  member,
  openedRepository,
  organization,
  organizationInvitation,
  passkey,
  repository,
  savedView,
} from '#db/schema.ts'
import { listAllOwnEvents, recordAudit } from '#audit/audit.server.ts'
import { rowsOpenTo } from '#db/scope.ts'
import { getPerson } from '#person/find-person.server.ts'

/** Everything that is kept about the person, for them to take away. No token or secret is in it. */
export async function collectData(context: Omit<SessionContext, 'request'>) {
  const { db, session } = context
  const { id } = session.viewer
  await recordAudit(context, { action: 'data-downloaded' })
  // Whatever column is added to a person is in it; what an administrator decided about them is not theirs to read here.
  const {
    image: _image,
    banned: _banned,
    banReason: _reason,
    banExpires: _expires,
    ...profile
  } = await getPerson(db, id)
  const socialAccounts = await db
    .select({ provider: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.userId, id))
    .orderBy(account.providerId)
  return {
    profile,
    socialAccounts,
    passkeys: await db
      .select({ name: passkey.name, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt })
      .from(passkey)
      .where(eq(passkey.userId, id))
      .orderBy(passkey.createdAt),
    apiKeys: await db
      .select({
        name: apiKey.name,
        scopes: apiKey.scopes,
        createdAt: apiKey.createdAt,
        expiresAt: apiKey.expiresAt,
        lastUsedAt: apiKey.lastUsedAt,
      })
      .from(apiKey)
      .where(eq(apiKey.userId, id))
      .orderBy(apiKey.createdAt),
    sessions: await listSessions(context, { id }),
    repositories: await listAdded(context, repository, rowsOpenTo(repository, id)),
    favourites: await db
      .select({ name: repository.name, createdAt: favourite.createdAt })
      .from(favourite)
      .innerJoin(repository, eq(repository.id, favourite.repositoryId))
      .where(and(eq(favourite.personId, id), rowsOpenTo(repository, id)))
      .orderBy(favourite.createdAt),
    openedRepositories: await db
      .select({ name: repository.name, openedAt: openedRepository.openedAt })
      .from(openedRepository)
      .innerJoin(repository, eq(repository.id, openedRepository.repositoryId))
      .where(and(eq(openedRepository.personId, id), rowsOpenTo(repository, id)))
      .orderBy(openedRepository.openedAt),
    savedViews: await db
      .select({
        list: savedView.list,
        name: savedView.name,
        search: savedView.search,
        createdAt: savedView.createdAt,
      })
      .from(savedView)
      .where(eq(savedView.personId, id))
      .orderBy(savedView.createdAt),
    organizations: await db
      .select({ name: organization.name, role: member.role, createdAt: member.createdAt })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(eq(member.userId, id))
      .orderBy(member.createdAt),
    organizationInvitations: await db
      .select({
        organization: organization.name,
        role: organizationInvitation.role,
        status: organizationInvitation.status,
        createdAt: organizationInvitation.createdAt,
      })
      .from(organizationInvitation)
      .innerJoin(organization, eq(organization.id, organizationInvitation.organizationId))
      .where(eq(organizationInvitation.email, profile.email))
      .orderBy(organizationInvitation.createdAt),
    history: await listAllOwnEvents(context, { id }),
  }
}

/** Rows that say who added them. */
type AddedRows = PgTable & Record<'createdById' | 'createdAt' | 'id', PgColumn>

/** Lists what the person has added, but for what is made from the other columns, or of no matter to who added it. */
function listAdded({ db, session }: Pick<SessionContext, 'db' | 'session'>, table: AddedRows, isOpen?: SQL) {
  const { sortName: _sortName, searchText: _searchText, createdById: _by, ...told } = getTableColumns(table)
  return db
    .select(told)
    .from(table)
    .where(and(eq(table.createdById, session.viewer.id), isOpen))
    .orderBy(desc(table.createdAt), desc(table.id))
}

/** Everything that is kept about the person, as a file that browsers save. */
export async function dataFile(context: SessionContext): Promise<Response> {
  return new Response(JSON.stringify(await collectData(context), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="account.json"',
      'Cache-Control': 'no-store',
    },
  })
}
