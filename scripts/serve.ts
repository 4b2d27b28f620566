import { runScript } from './support/run-script.ts'
import { runServers } from './support/run-servers.ts'

await runScript(runServers)
