import { textsOf, type Feature } from '#feature/feature.ts'
import type importsTexts from '#locales/en/imports.json'

/** Imports rows from CSV files, and exports lists to CSV files. */
export const imports = {
  isOptional: true,
  needs: ['jobs'],
  extensions: { files: ['import', 'export'] },
  texts: { imports: textsOf<typeof importsTexts>() },
} as const satisfies Feature
