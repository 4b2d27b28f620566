import { hasPgBouncer } from '#db/test-pooler.ts'
import { hasDebianPostgres } from '../../support/debian-postgres.ts'
import { hasHaproxy } from '../../support/haproxy.ts'
import { heldBy, whereThere, type Fault } from '../fault.ts'

/** Rows whose promises tests of the suite hold wholly. */
export const HELD_FAULTS: Fault[] = [
  heldBy(
    {
      row: 10,
      title: 'SIGTERM',
      how: 'under 50 kept connections, with 20 requests under way, with one process and with two',
      pass: 'none of them fails; the node ends within 10 s',
    },
    { file: 'e2e/server/nodes.e2e.ts', title: 'told to stop' },
  ),
  whereThere(
    'HAProxy',
    hasHaproxy,
    heldBy(
      {
        row: 11,
        title: 'Rolling restart behind HAProxy',
        how: 'two nodes behind HAProxy with the file of deploy, 8 who read and write; each node is stopped and started; one is killed',
        pass: 'no request fails by the restart; by the kill at most what that node was at; nothing acknowledged lost',
      },
      { file: 'e2e/server/haproxy.e2e.ts' },
    ),
  ),
  heldBy(
    {
      row: 12,
      title: 'Two nodes',
      how: 'limits, single use of codes, revoked sessions, bans and roles, changed at one node and used at the other',
      pass: 'seen by the other at once',
    },
    { file: 'e2e/server/nodes.e2e.ts', title: 'counts on the other at once' },
    { file: 'e2e/server/codes.e2e.ts', title: 'opens exactly one session' },
    { file: 'e2e/server/limits.e2e.ts', title: 'whoever asks at whichever node' },
  ),
  heldBy(
    {
      row: 13,
      title: 'Five nodes start at once on an empty database',
      how: 'five migrations at the same moment',
      pass: 'all come up; each migration runs once',
    },
    { file: 'e2e/local/database-scripts.e2e.ts', title: 'five nodes that migrate an empty database' },
  ),
  heldBy(
    {
      row: 14,
      title: 'The release before on the new schema',
      how: 'its statements, on the database that this release has migrated; what each migration does to columns',
      pass: 'they work as before',
    },
    { file: 'src/db/releases/code-request-view.test.ts' },
    { file: 'src/db/expand-only.test.ts' },
  ),
  heldBy(
    {
      row: 16,
      title: 'The node that hands a mail over is killed',
      how: 'kill -9 between the hand-over and the note of it',
      pass: 'another node sends it within a minute, and no older code',
    },
    { file: 'e2e/server/worker-death.e2e.ts', title: 'a node dies while it hands mails over' },
  ),
  heldBy(
    {
      row: 20,
      title: 'Odd input',
      how: 'generated input to every function and to codes, bodies too large, bad UTF-8, clients that hang up half-way',
      pass: 'no 5xx, no raw words',
    },
    { file: 'e2e/server/odd-input.e2e.ts' },
    { file: 'e2e/server/large-bodies.e2e.ts' },
  ),
  heldBy(
    {
      row: 21,
      title: 'Bad settings',
      how: 'each setting missing or wrong',
      pass: 'the start ends with code 1 and names the setting and what it wants',
    },
    { file: 'src/env/environment.server.test.ts' },
    { file: 'e2e/local/start.e2e.ts', title: 'stops the start' },
  ),
  heldBy(
    {
      row: 22,
      title: 'A new secret beside the old one',
      how: 'BETTER_AUTH_SECRET and BETTER_AUTH_SECRET_PREVIOUS are swapped node by node, then the old one is taken away',
      pass: 'sessions, codes, mails and known browsers of both are good at every node until the old one is taken away',
    },
    { file: 'e2e/server/secret-change.e2e.ts' },
  ),
  heldBy(
    {
      row: 24,
      title: 'Texts of the page are missing, broken or away',
      how: '404, 500 and broken connections for files of texts, in Chromium',
      pass: '5 more tries, then a page that offers to try again; never a key, nothing typed is lost',
    },
    { file: 'e2e/pages/text-files.e2e.ts' },
  ),
  heldBy(
    {
      row: 26,
      title: 'Two tabs',
      how: 'signed out in one, used in the other, in Chromium',
      pass: 'the other notices at its next step; no circle',
    },
    { file: 'e2e/login/sign-out.e2e.ts', title: 'a tab in which somebody else signed out' },
  ),
  whereThere(
    'Debian’s package postgresql-15',
    hasDebianPostgres,
    heldBy(
      {
        row: 27,
        title: 'The database is lost, and restored',
        how: 'a dump made while people write is put into a new database, which a node serves',
        pass: 'every row, trigger and right is what was saved; somebody signs in; what did not come back is named',
      },
      { file: 'e2e/local/oldest-postgres.e2e.ts', title: 'a backup that is made while people write' },
      { file: 'e2e/local/oldest-postgres.e2e.ts', title: 'what did not come back as it was' },
    ),
  ),
  whereThere(
    'PgBouncer',
    hasPgBouncer,
    heldBy(
      {
        row: 28,
        title: 'PgBouncer in transaction mode',
        how: 'PgBouncer between two nodes and the database; 1,200 writes, 120 at once, over 5 connections; statements behind a lock',
        pass: 'each acknowledged write is there once; what misses its deadline is ended in the database; no start without a way around',
      },
      { file: 'e2e/server/pgbouncer.e2e.ts' },
      { file: 'src/db/pooler.test.ts' },
    ),
  ),
  heldBy(
    {
      row: 31,
      title: 'The log cannot be written',
      how: 'disk full, nobody reads, the reader goes away',
      pass: 'everybody is served; what is missing is said later',
    },
    { file: 'e2e/server/log-unwritable.e2e.ts' },
  ),
  heldBy(
    {
      row: 33,
      title: 'The synchronous standby is promoted',
      how: 'the primary is killed with kill -9 under 8 who read and write, its standby promoted; the URL names both hosts',
      pass: 'the node lives, everybody is served within 10 s of the promotion, nothing acknowledged lost, mail goes out',
    },
    { file: 'e2e/server/standby.e2e.ts' },
  ),
  heldBy(
    {
      row: 29,
      title: 'A migration behind somebody who uses a table for long',
      how: 'a transaction left open that has read the table, or a vacuum; others read and write meanwhile',
      pass: 'nobody waits behind the migration for a second; it is done when the other is',
    },
    { file: 'src/db/migrate.test.ts' },
  ),
]
