import { appConfig } from '#app.config'
import { EnvironmentError, findDestinations, readDatabaseSettings } from '#env/environment.server.ts'
import { parseCommandLine } from './support/command-line.ts'
import { examineDatabase } from './support/doctor/database.ts'
import { doubtful, lineOf, type Finding } from './support/doctor/finding.ts'
import { examineMachine } from './support/doctor/machine.ts'
import { examineMail } from './support/doctor/mail.ts'
import { examineSettings } from './support/doctor/settings.ts'
import { examineTexts } from './support/doctor/texts.ts'
import { isDatabaseInitialized, leaveLocalMode, loadSettingsFile, prepareLocalMode } from './support/local-mode.ts'
import { PlainFailure } from './support/plain-failure.ts'
import { runScript } from './support/run-script.ts'

const USAGE = `Usage: npm run doctor
  --mail you@example.com   sends a test email to this address
  --language fr            the language of the test email; the default is ${appConfig.defaultLanguage}
  --json                   prints the findings as JSON`

await runScript(async () => {
  const { json, mail, language } = readOptions()
  await loadSettingsFile()
  const { findings, environment } = examineSettings(process.env)
  const destinations = findDestinations(process.env)
  const looked = [
    findings,
    await examineMachine(
      environment,
      destinations.filter((found) => 'port' in found),
    ),
    await examineDatabaseOfSettings(),
    examineTexts(),
    environment === undefined ? [] : await examineMail(environment, { to: mail, language }),
  ].flat()
  await leaveLocalMode()
  const isWell = looked.every(({ state }) => state !== 'wrong')
  console.log(json ? JSON.stringify({ isWell, findings: looked }, undefined, 2) : looked.map(lineOf).join('\n'))
  // An open connection to a mail server that hangs would keep the process running.
  process.exit(isWell ? 0 : 1)
})

/** Examines the database even if other settings are wrong. */
async function examineDatabaseOfSettings(): Promise<Finding[]> {
  const problem = findDatabaseSettingsProblem()
  if (problem !== undefined) return [problem]
  const { isLocal, dataDir } = readDatabaseSettings(process.env)
  if (isLocal && !(await isDatabaseInitialized(dataDir)))
    return [doubtful('database', "local mode hasn't created one yet", 'npm start creates one with sample data')]
  if (isLocal) await prepareLocalMode()
  return examineDatabase({
    settings: readDatabaseSettings(process.env),
    standbys: findDestinations(process.env).filter((found) => 'standbyUrl' in found),
    processes: Number(process.env.WEB_CONCURRENCY) || 1,
    hasSandboxes: process.env.DEMO_MODE === 'sandbox',
  })
}

/** Returns a finding if the database settings are wrong. The faulty variables are reported by `examineSettings`. */
function findDatabaseSettingsProblem(): Finding | undefined {
  try {
    readDatabaseSettings(process.env)
    return undefined
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    return doubtful('database', 'not checked, because its settings are wrong', 'fix them first')
  }
}

function readOptions() {
  const text = { type: 'string' } as const
  const { positionals, values } = parseCommandLine(USAGE, { json: { type: 'boolean' }, mail: text, language: text })
  if (positionals.length > 0) throw new PlainFailure(USAGE)
  return { json: values.json === true, mail: values.mail, language: values.language ?? appConfig.defaultLanguage }
}
