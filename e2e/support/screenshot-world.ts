import type postgres from 'postgres'
import { openClient } from '#db/connect.ts'
import { type App, superuserUrl } from './app.ts'
import { addBulkJob } from './bulk-jobs.ts'
import { preventLinkChecks } from './link-checks.ts'
import { addNotifications } from './notifications.ts'
import { addScreenshotRepositories } from './repositories.ts'
import { addScreenshotWebhook } from './webhooks.ts'
import type { World } from './world.ts'

const HOUR = 3_600_000
const DAY = 24
const MONTH = 30 * DAY
/** Returns a time in the past. If the hours are whole days, the age that pages show does not depend on the time of day. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR)
const AN_ADDRESS = '198.51.100.7'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

/** The users, newest first: name, address before the @, hours since they were added, and hours since their last visit. */
const USERS: [name: string, mailbox: string, came: number, lastHere: number | null][] = [
  ['', 'grace.okafor', 5, 4],
  ['Lucía Vázquez', 'lucia.vazquez', 2 * DAY, 3],
  [
    'Maximilian Wolfeschlegelsteinhausenbergerdorff von und zu Hohenstein',
    'maximilian.wolfeschlegelsteinhausenbergerdorff.von.hohenstein',
    9 * DAY,
    2 * DAY,
  ],
  ['ليلى حداد', 'layla.haddad', 12 * DAY, 6],
  ['Bernd Albrecht', 'bernd.albrecht', 20 * DAY, 8 * DAY],
  ['Jean-Luc Moreau', 'jeanluc.moreau', 2 * MONTH + DAY, 5 * DAY],
  ['Freya Nwosu', 'freya.nwosu', 3 * MONTH + DAY, 2 * DAY],
  ['Priya Raman', 'priya.raman', 5 * MONTH + DAY, null],
  ['Ada Lindqvist', 'ada.lindqvist', 14 * MONTH, 3],
]

/** The functions that prevent background work of features. */
const PREVENTED_WORK: Record<string, (sql: postgres.ISql) => Promise<void>> = {
  links: preventLinkChecks,
}

/** The sign-ins on each of the thirty days up to today, as in a small company. */
const SIGN_INS = [6, 8, 7, 9, 5, 1, 0, 7, 10, 9, 12, 8, 2, 1, 9, 11, 10, 13, 9, 2, 1, 12, 14, 11, 15, 10, 3, 2, 13, 9]

/** Creates a world for screenshots: the data of a small company, some of it too long, and all of it the same in every run. */
export async function makeScreenshotWorld(app: App): Promise<World> {
  await withoutTriggers(app, (sql) => sql`truncate "user", history_event, tally cascade`)
  const users = await app.sql<World['user'][]>`
    insert into "user" ${app.sql(
      USERS.map(([name, mailbox, came]) => ({
        name,
        email: `${mailbox}@example.com`,
        email_verified: true,
        role: mailbox === 'ada.lindqvist' ? 'admin' : 'user',
        created_at: hoursAgo(came),
      })),
    )} returning id, name, email`
  const called = (mailbox: string) => {
    const found = users.find(({ email }) => email === `${mailbox}@example.com`)
    if (!found) throw new Error(`no user has the address ${mailbox}@example.com`)
    return found
  }
  const admin = called('ada.lindqvist')
  const banned = called('bernd.albrecht')
  await app.sql`
    update "user"
    set banned = true, ban_reason = 'Sent the same advertisement to everybody, twice.', ban_expires = '2099-01-01'
    where id = ${banned.id}`
  const invited = called('priya.raman')
  await app.sql`update "user" set invited_at = ${hoursAgo(DAY)} where id = ${invited.id}`
  await app.sql`
    insert into invitation (user_id, email, language, invited_by_id, adds_person, mail_id, mail_state, sent_at, ends_at)
    values (${invited.id}, ${invited.email}, 'fr', ${admin.id}, true, gen_random_uuid(), 'sent', ${hoursAgo(DAY)}, '2099-01-01')`
  const member = called('jeanluc.moreau')
  return {
    member,
    organization: await addScreenshotOrganization(app, member, banned),
    invited,
    newcomer: called('grace.okafor'),
    user: called('lucia.vazquez'),
    admin,
    banned,
    impersonated: called('freya.nwosu'),
    job: await addBulkJob(app, admin, banned),
    repository: await addScreenshotRepositories(app, admin.id),
    webhook: await addScreenshotWebhook(app),
    notifications: await addNotifications(app, member, 'Harbour Lights'),
    askedEmail: 'olga.petrova@example.com',
  }
}

async function addScreenshotOrganization(
  app: App,
  owner: World['user'],
  other: World['user'],
): Promise<World['organization']> {
  const name = 'Harbour Lights'
  await app.sql`delete from organization`
  const [made] = await app.sql<{ id: string }[]>`insert into organization (name) values (${name}) returning id`
  const id = made?.id ?? ''
  await app.sql`
    insert into member (organization_id, user_id, role, created_at)
    values (${id}, ${owner.id}, 'owner', ${hoursAgo(MONTH)}), (${id}, ${other.id}, 'admin', ${hoursAgo(9 * DAY)})`
  await app.sql`
    insert into organization_invitation (organization_id, email, role, language, inviter_id, mail_state, expires_at)
    values (${id}, 'noor@example.com', 'member', 'ar', ${owner.id}, 'sent', '2099-01-01')`
  return { id, name, memberId: other.id }
}

/** Resets the data that the visitors' sign-ins have changed: sessions, the chart of sign-ins, history, and the code's email. */
export async function resetScreenshotWorld(app: App, { admin, user, banned, repository }: World): Promise<void> {
  const days = SIGN_INS.map((count, index) => ({ count, back: SIGN_INS.length - 1 - index }))
  await withoutTriggers(app, async (sql) => {
    await sql`update code_request set mail_state = 'sent'`
    // A trigger has set this time to that of the insertion, and pages show it in minutes.
    await sql`update repository set updated_at = created_at`
    await sql`update session set ip_address = ${AN_ADDRESS}, user_agent = ${FIREFOX}, last_seen_at = ${hoursAgo(2)}`
    // Keeps the time of the last visit, which a later visit would otherwise change.
    await sql`
      create function stay_unseen() returns trigger language plpgsql
      as $$ begin new.last_seen_at := old.last_seen_at; return new; end $$`
    await sql`create trigger session_stays_unseen before update on session for each row execute function stay_unseen()`
    for (const still of Object.values(PREVENTED_WORK)) await still(sql)
    await sql`
      insert into session (user_id, token, expires_at, ip_address, user_agent, last_seen_at)
      values (${user.id}, 'of-a-phone', now() + interval '20 days', '2001:db8::7', ${SAFARI}, ${hoursAgo(3 * DAY)})`
    for (const [, mailbox, , lastHere] of USERS)
      await sql`
        update "user" set last_sign_in_at = ${lastHere === null ? null : hoursAgo(lastHere)}
        where email = ${`${mailbox}@example.com`}`
    await sql`delete from tally where name in ('sessions', 'sign_ins', 'bans')`
    await sql`insert into tally (name, count) values ('sessions', 17)`
    for (const { count, back } of days)
      await sql`
        insert into tally (name, day, count)
        values ('sign_ins', (now() at time zone 'UTC')::date - ${back}::int, ${count})`
    await sql`insert into tally (name, day, count) values ('bans', (now() at time zone 'UTC')::date - 8, 1)`
    await sql`truncate history_event`
    const event = (hours: number, action: string, actor: World['user'], subject: World['repository']) => ({
      at: hoursAgo(hours),
      action,
      actor_id: actor.id,
      actor_name: actor.name,
      subject_id: subject.id,
      subject_name: subject.name,
      ip_address: AN_ADDRESS,
    })
    await sql`insert into history_event ${sql([
      event(8 * DAY, 'user-banned', admin, banned),
      event(2 * DAY, 'user-created', admin, user),
      event(2 * DAY, 'signed-in', user, user),
      event(6, 'repository-created', admin, repository),
      event(5, 'session-ended', admin, user),
      event(3, 'signed-in', user, user),
      event(3, 'signed-in', admin, admin),
    ])}`
  })
}

/** Renews the requested code, as if it had been requested a minute ago. */
export async function renewCode(app: App): Promise<void> {
  await app.sql`update code_request set created_at = now() - interval '1 minute'`
}

/**
 * Runs work while triggers are disabled, so that no trigger counts or refuses a change. Only a superuser can disable
 * them.
 */
async function withoutTriggers(app: App, work: (sql: postgres.TransactionSql) => Promise<unknown>): Promise<void> {
  const admin = openClient(superuserUrl(app.databaseUrl), { max: 1 })
  try {
    await admin.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await work(sql)
    })
  } finally {
    await admin.end()
  }
}
