import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { appConfig } from '#app.config'
import { description } from './description.ts'
import { schemaTypes } from './schema-types.ts'
import { GENERATED_BY } from '../client.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const TEMPLATE = path.join(import.meta.dirname, 'template')
/** The part of the package that reads the messages of webhooks, if the app has webhooks. */
const WEBHOOKS = 'src/webhooks.ts'

/** Returns the files of the client package, by path. @param existing the version that the package has had so far */
export function clientFiles(existing = ''): Record<string, string> {
  const name = `${appConfig.slug}-client`
  const hasWebhooks = 'webhooks' in description && existsSync(path.join(TEMPLATE, WEBHOOKS))
  const readme = readTemplate('README.md').replaceAll('{{package}}', name).replaceAll('{{app}}', appConfig.name)
  return {
    'package.json': json(packageOf(name, existing, hasWebhooks)),
    'tsconfig.json': json({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
    'README.md': hasWebhooks ? readme : readme.replace(/\n## Webhooks[\s\S]*$/, ''),
    'src/schema.ts': formatTypes(schemaTypes(description)),
    'src/index.ts': readTemplate('src/index.ts'),
    'src/retries.ts': readTemplate('src/retries.ts'),
    ...(hasWebhooks && { [WEBHOOKS]: readTemplate(WEBHOOKS) }),
  }
}

const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  skipLibCheck: true,
  declaration: true,
  rootDir: 'src',
  outDir: 'dist',
}

/** Returns the manifest of the package. The first number of its version is the version of the API. */
function packageOf(name: string, existing: string, hasWebhooks: boolean): object {
  const { version } = description.info as { version: string }
  const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` })
  return {
    name,
    version: existing.startsWith(`${version}.`) ? existing : `${version}.0.0`,
    description: `A client for the API of ${appConfig.name}`,
    license: appConfig.apiLicense,
    generatedBy: GENERATED_BY,
    type: 'module',
    sideEffects: false,
    exports: { '.': entry('index'), ...(hasWebhooks && { './webhooks': entry('webhooks') }) },
    files: ['dist', 'src'],
    scripts: { prepare: 'tsc' },
    engines: { node: '>=20' },
    dependencies: {
      'openapi-fetch': `^${versionOf('openapi-fetch')}`,
      ...(hasWebhooks && { standardwebhooks: `^${versionOf('standardwebhooks')}` }),
    },
    devDependencies: { typescript: `^${versionOf('typescript')}` },
  }
}

/** Returns the version of a package with which the app tests the client. */
function versionOf(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  return devDependencies[name] ?? ''
}

/** Formats the types, below a line that keeps readers from editing them. */
export function formatTypes(types: string): string {
  const input = `// Generated from the description of the API by \`${GENERATED_BY}\`.\n${types}`
  const options = { cwd: ROOT, input, encoding: 'utf8', shell: process.platform === 'win32' } as const
  return execFileSync(path.join(ROOT, 'node_modules/.bin/oxfmt'), ['--stdin-filepath', 'schema.ts'], options)
}

function readTemplate(file: string): string {
  return readFileSync(path.join(TEMPLATE, file), 'utf8')
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
