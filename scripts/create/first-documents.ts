import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Answers } from './own-name.ts'

/** Writes the README, the license, the empty changelog and the first decision record of a new app. */
export function writeFirstDocuments(root: string, { name, team, origin }: Answers): void {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  const [table = ''] = /^\| document \| content \|\n(?:\|.*\n)+/m.exec(read('README.md')) ?? []
  write('README.md', readmeOf(name, table))
  write('CHANGELOG.md', `${read('CHANGELOG.md').split('\n\n').slice(0, 2).join('\n\n')}\n\n## Unreleased\n`)
  // The license requires that all copies contain the original copyright line.
  write(
    'LICENSE',
    read('LICENSE').replace(/^(Copyright \(c\) (\d{4}) )(.*)$/m, (_line, start: string, year: string, holder: string) =>
      [`${start}${team}`, `Parts: copyright (c) ${year} ${holder} (made from Latchkey ${origin})`].join('\n'),
    ),
  )
  mkdirSync(path.join(root, 'docs/decisions'))
  write('docs/decisions/0001-starter.md', DECISION)
}

const readmeOf = (name: string, table: string) => `# ${name}

Describe the purpose of ${name} and its users here.

## Two commands

You need Node 20 or later and nothing else: no database, no Docker, no mail server.

\`\`\`sh
npm start    # installs, builds, creates a database with sample data, and serves
npm test     # format, lint, types, unit, integration and end-to-end tests
\`\`\`

Open http://localhost:3000/login, enter admin@example.com, and read the code at http://localhost:3000/dev/inbox. No email leaves
this computer, and all data is in \`.data\`. \`npm run dev\` adds hot reload, and \`npm run generate\` creates a feature.

## Documents

${table}
\`AGENTS.md\` has the commands and rules on one page. \`CONTRIBUTING.md\` describes how to contribute, \`SECURITY.md\` how to report a
vulnerability, and \`CHANGELOG.md\` what has changed.
`

const DECISION = `# 1. The app is made from a starter

## Context

Sign-in, users, permissions, an API and their tests are the same in most products, and take months.

## Choice

The app is made from the starter that \`LICENSE\` names, with its version. Its code is ours: we change it like our own.

## Cost

Later fixes to the starter don't arrive by themselves. \`npm run upgrade\` brings them as a branch to merge, and lists the security
fixes among them. Lines that both the app and the starter have changed cause conflicts, which take work to resolve.
`
