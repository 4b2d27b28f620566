import path from 'node:path'
import { appConfig } from '#app.config'
import { environment, type Environment } from '#env/environment.server.ts'
import { readSettings } from './support/local-mode.ts'
import { runScript } from './support/run-script.ts'
import { runServers } from './support/run-servers.ts'
import { prepareSchema } from './support/script-database.ts'

await runScript(async () => {
  const { isLocal } = await readSettings()
  // Local mode talks to a developer at a terminal; the log is for machines.
  if (isLocal) process.env.LOG_LEVEL ||= 'warn'
  await prepareSchema()
  await runServers()
  if (isLocal) sayWhatToDoNext(environment())
})

function sayWhatToDoNext({ appUrl, dataDir, demoMode, signUpEnabled, smtpUrl, resendApiKey }: Environment) {
  const inbox = `Read the code at ${appUrl}/dev/inbox: no mail leaves this computer.`
  const whereCodesGo = demoMode
    ? 'The code is shown on the next page.'
    : smtpUrl === undefined && resendApiKey === undefined
      ? inbox
      : 'The code comes by e-mail.'
  const folder = path.relative('', dataDir)
  console.log(`
  ${appConfig.name} runs at ${appUrl}

  1. Open ${appUrl}/login and enter admin@example.com or user@example.com${signUpEnabled ? ', or an address of your own' : ''}.
  2. ${whereCodesGo}

  Data is kept in ${folder.startsWith('..') ? dataDir : folder}; npm run db:reset starts over. Ctrl+C stops.
`)
}
