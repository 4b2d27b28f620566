import { runScript } from './support/run-script.ts'
import { runServer } from './support/run-server.ts'

await runScript(runServer)
