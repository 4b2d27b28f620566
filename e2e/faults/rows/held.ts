import { hasPgBouncer } from '../../support/pooler.ts'
import { hasDebianPostgres } from '../../support/debian-postgres.ts'
import { hasHaproxy } from '../../support/haproxy.ts'
import { testedBy, ifInstalled, type Fault } from '../fault.ts'

/** The faults without code of their own: end-to-end and integration tests cause them and check the promise. */
export const TESTED_FAULTS: Fault[] = [
  testedBy(
    {
      row: 10,
      title: 'SIGTERM',
      how: 'with 50 idle connections and 20 requests in progress, with one process and with two',
      pass: 'no request fails; the node exits within 10 s',
    },
    { file: 'e2e/server/nodes.e2e.ts', title: 'SIGTERM with' },
  ),
  ifInstalled(
    'HAProxy',
    hasHaproxy,
    testedBy(
      {
        row: 11,
        title: 'Rolling restart behind HAProxy',
        how: 'two nodes behind HAProxy with the configuration of deploy, 8 users read and write; each node is stopped and started; one is killed',
        pass: 'the restart fails no request; the kill fails only requests in progress on that node; no acknowledged write is lost',
      },
      { file: 'e2e/server/haproxy.e2e.ts' },
    ),
  ),
  testedBy(
    {
      row: 12,
      title: 'Two nodes',
      how: 'rate limits, single use of codes, revoked sessions, bans and roles, changed on one node and used on the other',
      pass: 'a change applies on the other node immediately',
    },
    { file: 'e2e/server/nodes.e2e.ts', title: 'takes effect on the other immediately' },
    { file: 'e2e/server/codes.e2e.ts', title: 'opens exactly one session' },
    { file: 'e2e/server/limits.e2e.ts', title: 'from any browser and on any node' },
  ),
  testedBy(
    {
      row: 13,
      title: 'Five nodes start on an empty database at the same time',
      how: 'five simultaneous migrations',
      pass: 'all succeed; each migration runs once',
    },
    { file: 'e2e/local/database-scripts.e2e.ts', title: 'five nodes that migrate an empty database' },
  ),
  testedBy(
    {
      row: 14,
      title: 'The previous release on the new schema',
      how: 'its statements, on a database that this release has migrated; the changes of each migration to columns',
      pass: 'they work as before',
    },
    { file: 'src/db/releases/code-request-view.test.ts' },
    { file: 'src/db/expand-only.test.ts' },
  ),
  testedBy(
    {
      row: 16,
      title: 'A node is killed while it hands over an email',
      how: 'kill -9 after the handover and before it is recorded',
      pass: 'another node sends it within a minute; no older code is sent',
    },
    { file: 'e2e/server/worker-death.e2e.ts', title: 'a node dies while it sends emails' },
  ),
  testedBy(
    {
      row: 20,
      title: 'Malformed input',
      how: 'generated input to every function and to codes, oversized bodies, invalid UTF-8, clients that disconnect halfway',
      pass: 'no 5xx, no raw error messages',
    },
    { file: 'e2e/server/malformed-input.e2e.ts' },
    { file: 'e2e/server/large-bodies.e2e.ts' },
  ),
  testedBy(
    {
      row: 21,
      title: 'Wrong settings',
      how: 'each setting missing or wrong',
      pass: 'the start exits with code 1 and names the setting and its expected value',
    },
    { file: 'src/env/environment.server.test.ts' },
    { file: 'e2e/local/start.e2e.ts', title: 'stops the start' },
  ),
  testedBy(
    {
      row: 22,
      title: 'A new secret together with the old one',
      how: 'BETTER_AUTH_SECRET and BETTER_AUTH_SECRET_PREVIOUS are swapped node by node, then the old one is removed',
      pass: 'sessions, codes, emails and known browsers of both are valid on every node until the old one is removed',
    },
    { file: 'e2e/server/secret-change.e2e.ts' },
  ),
  testedBy(
    {
      row: 24,
      title: 'Texts of the page are missing, broken or unreachable',
      how: '404, 500 and broken connections for text files, in Chromium',
      pass: '5 retries, then a page to try again; users see no text key and lose no input',
    },
    { file: 'e2e/pages/text-files.e2e.ts' },
  ),
  testedBy(
    {
      row: 26,
      title: 'Two tabs',
      how: 'sign-out in one tab, then an action in the other, in Chromium',
      pass: 'the other tab notices at its next step; no redirect loop',
    },
    { file: 'e2e/login/sign-out.e2e.ts', title: 'after a sign-out in another tab' },
  ),
  ifInstalled(
    'Debian’s package postgresql-15',
    hasDebianPostgres,
    testedBy(
      {
        row: 27,
        title: 'The database is lost and restored',
        how: 'a dump made during writes is restored into a new database, which a node serves',
        pass: 'every row, trigger and permission equals the backup; a user signs in; differences are reported',
      },
      { file: 'e2e/local/oldest-postgres.e2e.ts', title: 'a backup that is made during writes' },
      { file: 'e2e/local/oldest-postgres.e2e.ts', title: 'a restore lists the differences' },
    ),
  ),
  ifInstalled(
    'PgBouncer',
    hasPgBouncer,
    testedBy(
      {
        row: 28,
        title: 'PgBouncer in transaction mode',
        how: 'PgBouncer between two nodes and the database; 1,200 writes, 120 at once, over 5 connections; statements that wait for a lock',
        pass: 'each acknowledged write exists once; a statement that misses its deadline is ended in the database; no start without DATABASE_DIRECT_URL',
      },
      { file: 'e2e/server/pgbouncer.e2e.ts' },
      { file: 'src/db/pooler.test.ts' },
    ),
  ),
  testedBy(
    {
      row: 31,
      title: 'The log cannot be written',
      how: 'the disk is full, the reader is stuck, the reader exits',
      pass: 'all users are served; the log later reports the number of missing lines',
    },
    { file: 'e2e/server/log-unwritable.e2e.ts' },
  ),
  testedBy(
    {
      row: 33,
      title: 'The synchronous standby is promoted',
      how: 'the primary is killed with kill -9 while 8 users read and write, and its standby is promoted; the URL names both hosts',
      pass: 'the node keeps running; all users are served within 10 s of the promotion; no acknowledged write is lost; emails are sent',
    },
    { file: 'e2e/server/standby.e2e.ts' },
  ),
  testedBy(
    {
      row: 29,
      title: 'A migration needs a table that is in use for a long time',
      how: 'an open transaction that has read the table, or a vacuum; other users read and write meanwhile',
      pass: 'no query waits behind the migration for a second; the migration completes after the transaction or vacuum ends',
    },
    { file: 'src/db/migrate.test.ts' },
  ),
]
