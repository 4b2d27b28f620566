import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mail, MailTransport } from './mail.ts'

/** The number of mails that an inbox keeps. Older ones are deleted. */
export const MAX_INBOX_MAILS = 50

export interface InboxMail extends Mail {
  /** ISO 8601 */
  sentAt: string
}

/** The transport of local mode: stores mails as files in the data folder, so that /dev/inbox can show them. */
export function inboxTransport(dataDir: string): MailTransport {
  const folder = inboxFolder(dataDir)
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const kept: InboxMail = { ...mail, sentAt: new Date().toISOString() }
      await writeFile(
        path.join(folder, `${kept.sentAt.replace(/\W/g, '-')}_${mail.id}.json`),
        JSON.stringify(kept, null, 2),
        { mode: 0o600 },
      )
      const old = (await readdir(folder)).sort().reverse().slice(MAX_INBOX_MAILS)
      await Promise.all(old.map((file) => rm(path.join(folder, file), { force: true })))
    },
    probe: () => Promise.resolve(),
  }
}

/** Returns the mails of the local inbox, newest first. */
export async function readInbox(dataDir: string): Promise<InboxMail[]> {
  const folder = inboxFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as InboxMail),
  )
}

function inboxFolder(dataDir: string): string {
  return path.join(dataDir, 'inbox')
}
