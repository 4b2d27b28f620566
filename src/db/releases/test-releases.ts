import type postgres from 'postgres'

type Use = (sql: postgres.Sql, some: string) => Promise<unknown>

/** An earlier release: its migrations, and the statements that its pages and calls run. */
export interface Release {
  name: string
  lastMigration: string
  /** The migration after which the first run of an upgrade is killed, because the next statements take long. */
  stoppedAfter: string
  /** The folder with the old texts of the release's migrations that were changed later; relative to the root. */
  changedSince?: string
  /** SQL that adds rows that only this release has. */
  more?: string
  readers: Record<string, Use>
  writers: Record<string, Use>
}

const somebody = `(select id from "user" where email = 'person' || $1 || '@example.com')`
const numberIn = (some: string) => some.split('-')[0] ?? ''

/** Returns the queries of both releases, with the SQL of their code. @param where the condition for lists of repositories */
function readersOf(where: string): Record<string, Use> {
  const users = 'select id, email, name, role, banned, ban_expires, created_at, last_sign_in_at from "user"'
  const repositories = 'select id, name, link, description, created_at, created_at::text as position from repository'
  return {
    'users, newest': (sql) => sql.unsafe(`${users} order by created_at desc, id desc limit 26`, [], prepared),
    'users, by name': (sql) => sql.unsafe(`${users} order by sort_name, id limit 26`, [], prepared),
    'users, searched': (sql, some) =>
      sql.unsafe(`${users} where search_text like $1 order by created_at desc, id desc limit 26`, [
        `%person1${numberIn(some)}@%`,
      ]),
    'users, counted': (sql) =>
      sql.unsafe(`select count(*)::int from (select 1 from "user" where name = '' limit 1001) as few`),
    'repositories, newest': (sql) =>
      sql.unsafe(`${repositories} where ${where} order by created_at desc, id desc limit 26`, [], prepared),
    'repositories, by name': (sql) =>
      sql.unsafe(`${repositories} where ${where} order by sort_name, id limit 26`, [], prepared),
    'repositories, searched': (sql, some) =>
      sql.unsafe(`${repositories} where ${where} and search_text like $1 order by created_at desc limit 26`, [
        `%atlas-1${numberIn(some)}%`,
      ]),
    'a session': (sql, some) =>
      sql.unsafe(
        `select s.id, s.expires_at, s.confirmed_at, u.id, u.email, u.name, u.role, u.banned from session s join "user" u on u.id = s.user_id
         where s.token = ${somebody}::text and s.expires_at > now()`,
        [numberIn(some)],
        prepared,
      ),
    'the history of somebody': (sql, some) =>
      sql.unsafe(
        `select id, at, action, actor_name, subject_name, before, after from history_event where subject_id = ${somebody} order by id desc limit 20`,
        [numberIn(some)],
      ),
    'the dashboard': (sql) =>
      sql.unsafe(
        `select (select sum(count) from tally where name = 'people' and day = '1970-01-01') as people,
                (select sum(count) from tally where name = 'repositories' and day = '1970-01-01') as repositories,
                (select count(*) from session where expires_at <= now()) as ended`,
      ),
  }
}

/** Returns the writes of both releases. @param requests the table of codes */
function writersOf(requests: string): Record<string, Use> {
  return {
    'a sign-in': (sql, some) =>
      sql.begin(async (transaction) => {
        const [user] = await transaction.unsafe<{ id: string; name: string }[]>(
          `select id, name from "user" where email = 'person' || $1 || '@example.com'`,
          [numberIn(some)],
        )
        if (!user) return
        await transaction.unsafe(`select spend_budgets(array[$1], array[1000000], array[60])`, [
          `traffic ${numberIn(some)}`,
        ])
        await transaction.unsafe(`insert into ${requests} (address_key, browser_key, code_hash) values ($1, $1, $1)`, [
          some,
        ])
        await transaction.unsafe(
          `update ${requests} set tries = least(tries, 3) + 1, used_at = now()
           where id = (select id from ${requests} where address_key = $1 order by created_at desc limit 1) returning id, tries`,
          [some],
        )
        await transaction.unsafe(
          `insert into session (user_id, token, expires_at, ip_address) values ($1, $2, now() + interval '30 days', '192.0.2.1')`,
          [user.id, some],
        )
        await transaction.unsafe(
          `update "user" set last_sign_in_at = now(), language = 'en', updated_at = now() where id = $1`,
          [user.id],
        )
        await transaction.unsafe(
          `insert into history_event (action, actor_id, actor_name, subject_id, subject_name, ip_address) values ('signed-in', $1, $2, $1, $2, '192.0.2.1')`,
          [user.id, user.name],
        )
      }),
    'a new user': (sql, some) => sql.unsafe(`insert into "user" (email) values ($1)`, [`${some}@example.com`]),
    'their name': (sql, some) =>
      sql.unsafe(
        `update "user" set name = 'Fatima ' || $1, updated_at = now() where email = 'person' || $1 || '@example.com'`,
        [numberIn(some)],
      ),
    'a repository, changed and deleted': async (sql, some) => {
      const made = await added(sql, some)
      await sql.begin(async (transaction) => {
        await transaction.unsafe(`select name from repository where id = $1 for update`, [made])
        await transaction.unsafe(`update repository set description = 'Changed', updated_at = now() where id = $1`, [
          made,
        ])
        await transaction.unsafe(
          `insert into history_event (action, subject_id, subject_name, before, after) values ('repository-updated', $1, $2, '{}', '{"name": "Changed"}')`,
          [made, some],
        )
      })
      await sql.unsafe(`update repository set deleted_at = now() where id = $1`, [made])
    },
    'a repository': (sql, some) => added(sql, some),
  }
}

async function added(sql: postgres.Sql, some: string): Promise<string> {
  return sql.begin(async (transaction) => {
    const [made] = await transaction.unsafe<{ id: string }[]>(
      `insert into repository (name, link, description) values ($1, 'https://example.com', 'تقرير جديد') returning id`,
      [`traffic ${some}`],
    )
    const id = made?.id ?? ''
    await transaction.unsafe(
      `insert into history_event (action, subject_id, subject_name, after) values ('repository-created', $1, $2, '{"name": "Émile"}')`,
      [id, some],
    )
    return id
  })
}

/** Prepares a statement, so that the tests find migrations that remove an object on which the statement's plan depends. */
const prepared = { prepare: true }

/** The releases from which a database can be upgraded. CHANGELOG.md has their commits. */
export const RELEASES: Release[] = [
  {
    name: '0.1.0',
    lastMigration: '0004_folded_names',
    stoppedAfter: '0031_search_text',
    more: `insert into account (user_id, provider_id, account_id, access_token)
           select id, 'google', id, 'token' from "user" where abs(hashtext(id::text)) % 5 = 0`,
    readers: readersOf('deleted_at is null'),
    writers: writersOf('login_request'),
  },
  {
    name: '0.2.0',
    lastMigration: '0027_organizations_by_name',
    stoppedAfter: '0028_ordinary_role',
    changedSince: 'e2e/fixtures/releases/0.2.0',
    readers: {
      ...readersOf('deleted_at is null and organization_id is null'),
      'the history, searched': (sql, some) =>
        sql.unsafe(
          `select id, at, action, actor_name, search_text from history_event where search_text like $1 order by at desc, id desc limit 26`,
          [`% person1${numberIn(some)}@%`],
        ),
      'repositories of a language': (sql) =>
        sql.unsafe(
          `select id, name from repository where deleted_at is null and organization_id is null and lower(language) = 'go'
           order by created_at desc, id desc limit 26`,
        ),
    },
    writers: {
      ...writersOf('code_request'),
      'a repository with topics': (sql, some) =>
        sql.unsafe(
          `insert into repository (name, link, language, topics) values ($1, 'https://example.com', 'Go', 'atlas beacon')`,
          [`with topics ${some}`],
        ),
    },
  },
]
