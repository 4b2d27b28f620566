import path from 'node:path'
import { appConfig } from '#app.config'
import { environment, type Environment } from '#env/environment.server.ts'
import { readSettings } from './support/local-mode.ts'
import { runScript } from './support/run-script.ts'
import { runServers } from './support/run-servers.ts'
import { migrateBeforeServing } from './support/script-database.ts'

await runScript(async () => {
  const { isLocal } = await readSettings()
  // In local mode a developer reads the terminal, so print only warnings and errors of the log.
  if (isLocal) process.env.LOG_LEVEL ||= 'warn'
  await migrateBeforeServing()
  await runServers()
  if (isLocal) printNextSteps(environment())
})

function printNextSteps({ appUrl, dataDir, demoMode, signUpEnabled, smtpUrl, resendSecret }: Environment) {
  const inbox = `Read the code at ${appUrl}/dev/inbox. No email leaves this computer.`
  const whereCodesGo = demoMode
    ? 'The code is shown on the next page.'
    : smtpUrl === undefined && resendSecret === undefined
      ? inbox
      : 'The code arrives by email.'
  const folder = path.relative('', dataDir)
  console.log(`
  ${appConfig.name} is running at ${appUrl}

  1. Open ${appUrl}/login and enter admin@example.com or user@example.com${signUpEnabled ? ', or your own address' : ''}.
  2. ${whereCodesGo}

  Data is stored in ${folder.startsWith('..') ? dataDir : folder}. npm run db:reset deletes it and starts over. Press Ctrl+C to stop.
`)
}
