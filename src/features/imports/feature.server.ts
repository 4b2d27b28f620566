import type { ServerFeature } from '#feature/server-feature.ts'
import { problemsExport } from './import-problems.server.ts'

/** Rows from files: what is wrong with them is a file, too. */
export const imports: ServerFeature = { fileEndpoints: [problemsExport] }
