// Reads the options of `npm run create`, asks for missing ones in a terminal, and checks everything before a file is written.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

const USAGE = `Usage: npm run create -- ../paper-boat
  --name "Paper Boat"          the name that users see; the default is the folder's name
  --slug paperboat             the name in cookies, metrics and deploy files; the default is the name's letters
  --team "Paper Boat Inc."     the copyright holder
  --sender "Paper Boat <no-reply@paperboat.com>"    the sender of email
  --security security@paperboat.com                 the contact for vulnerabilities: an address or an https URL
  --without webhooks,palette   leaves out these features
  --only webhooks,palette      keeps only these optional features; --only core keeps none of them
  --with-changes               copies uncommitted changes too
npm run features lists all features.`

const TEXT = { type: 'string' }
const OPTIONS = {
  name: TEXT,
  slug: TEXT,
  team: TEXT,
  sender: TEXT,
  security: TEXT,
  without: TEXT,
  only: TEXT,
  'with-changes': { type: 'boolean' },
  help: { type: 'boolean' },
}

const FOLDER = /^[a-z][a-z0-9-]{0,60}$/
const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N} .-]{0,39}`
const ADDRESS = String.raw`[\w.+-]+@[a-zA-Z\d-]+(?:\.[a-zA-Z\d-]+)+`
/**
 * Words that cannot be a slug: reserved words of PostgreSQL and prefixes of metrics. A slug names a database, a role
 * and the app's metrics.
 */
const RESERVED_SLUGS = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right
  select similar some symmetric system table tablesample then to trailing true union unique user using variadic verbose when
  where window with none public postgres pgbouncer plpgsql template0 template1 http db process nodejs v8js target otel up
  app`.split(/\s+/),
)

/** An error that prevents the creation of the app. The message says how to fix the problem. */
export class Refusal extends Error {}

/** Returns the settings of the new app, from options, typed answers and defaults. @throws {Refusal} if one is invalid */
export async function readAnswers(source) {
  const { values, positionals } = parse()
  const without = readFeatures(source, values)
  const target = path.resolve(positionals[0])
  const isHere = target === source
  checkFolders(source, target, { isHere, withChanges: values['with-changes'] })

  const folder = path.basename(target).toLowerCase()
  if (!FOLDER.test(folder) && values.name === undefined)
    throw new Refusal(
      `"${folder}" isn't a valid app name. Use letters, digits and dashes, starting with a letter, or add --name "Paper Boat".`,
    )
  const { answer, isTerminal, close } = openTerminal(values)
  const name = await answer('name', 'Name of the app', titleOf(folder), readName)
  const slug = readSlug(values.slug ?? slugOf(name, folder))
  const sender = await answer('sender', 'Sender of email', `${name} <no-reply@${slug}.example>`, (text) =>
    readSender(text, name),
  )
  const security = await answer('security', 'Contact for vulnerabilities', `security@${slug}.example`, readContact)
  close()
  return {
    target,
    isHere,
    name,
    slug,
    sender,
    security,
    packageName: readPackageName(source, FOLDER.test(folder) ? folder : slug),
    team: readTeam(values.team ?? `the ${name} team`),
    ...originOf(source),
    without,
    asks: values.without === undefined && values.only === undefined && isTerminal,
  }
}

/** Opens the terminal, if there is one. `answer` returns an option's value, otherwise the typed text or the default. */
function openTerminal(values) {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  const terminal = isTerminal ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  terminal?.on('SIGINT', () => {
    terminal.close()
    console.error('\nCanceled. Nothing was written.')
    process.exit(130)
  })
  async function answer(option, question, initial, read) {
    if (values[option] !== undefined || terminal === undefined) return read(values[option] ?? initial)
    for (;;) {
      const typed = (await terminal.question(`${question} (${initial}): `)).trim()
      try {
        return read(typed === '' ? initial : typed)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        console.log(error.message)
      }
    }
  }
  return { answer, isTerminal, close: () => terminal?.close() }
}

function parse() {
  let given
  try {
    given = parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new Refusal(`${error.message}\n${USAGE}`, { cause: error })
  }
  const { values, positionals } = given
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  if (positionals.length !== 1 || (values.without !== undefined && values.only !== undefined)) throw new Refusal(USAGE)
  return given
}

function checkFolders(source, target, { isHere, withChanges }) {
  const isCheckout = existsSync(path.join(source, '.git'))
  if (isHere && isCheckout)
    throw new Refusal(
      `${target} is a checkout with Git history. Choose another folder for the new app, for example ../my-app.`,
    )
  if (isHere) return
  if (existsSync(target)) {
    if (!statSync(target).isDirectory()) throw new Refusal(`${target} is a file. Choose another folder.`)
    if (readdirSync(target).length > 0) throw new Refusal(`${target} isn't empty. Choose another folder.`)
  }
  const changes = isCheckout && !withChanges ? git(source, 'status', '--porcelain') : ''
  if (changes)
    throw new Refusal(
      `${source} has uncommitted changes, which the new app would contain. Commit or stash them, or add --with-changes.`,
    )
}

function readFeatures(source, { without, only }) {
  const optional = optionalFeatures(source)
  const named = (without ?? only ?? '').split(',').filter((one) => one !== '')
  const isKnown = (one) => optional.includes(one) || (only !== undefined && one === 'core')
  const unknown = named.find((one) => !isKnown(one))
  if (unknown !== undefined)
    throw new Refusal(`"${unknown}" isn't an optional feature. Optional features: ${optional.join(', ')}.`)
  return only === undefined ? named : optional.filter((one) => !named.includes(one))
}

/** Returns the names of the features whose manifests are marked `isOptional`. */
function optionalFeatures(source) {
  const folder = path.join(source, 'src/features')
  return readdirSync(folder).filter((feature) => {
    const manifest = path.join(folder, feature, 'feature.ts')
    return existsSync(manifest) && /^ {2}isOptional: true,$/m.test(readFileSync(manifest, 'utf8'))
  })
}

function readName(text) {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if (!new RegExp(`^${NAME}$`, 'u').test(name))
    throw new Refusal(`"${name}" isn't a valid name. Use up to 40 letters, digits, spaces, dots and dashes.`)
  return refuseStarterName(name)
}

function readSlug(slug) {
  if (!/^[a-z][a-z0-9]{1,29}$/.test(slug))
    throw new Refusal(
      `"${slug}" isn't a valid slug. Add --slug with 2 to 30 lowercase letters and digits, starting with a letter.`,
    )
  if (RESERVED_SLUGS.has(slug))
    throw new Refusal(
      `The slug "${slug}" has a meaning in PostgreSQL or in metrics. Add another one, like --slug ${slug}app.`,
    )
  return refuseStarterName(slug)
}

function readPackageName(source, name) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
  if (Object.hasOwn({ ...dependencies, ...devDependencies }, name))
    throw new Refusal(`"${name}" is the name of a package that the app needs. Choose another folder.`)
  return refuseStarterName(name)
}

function refuseStarterName(name) {
  if (/latchkey/i.test(name))
    throw new Refusal(`"${name}" contains Latchkey's own name. Choose another name for your app.`)
  return name
}

function readSender(text, name) {
  const sender = new RegExp(`^${ADDRESS}$`).test(text.trim()) ? `${name} <${text.trim()}>` : text.trim()
  if (!new RegExp(`^${NAME} <${ADDRESS}>$`, 'u').test(sender))
    throw new Refusal(`"${text}" isn't a valid sender. Use a name and an address, like ${name} <no-reply@example.com>.`)
  return refuseStarterName(sender)
}

function readContact(text) {
  const contact = text.trim().replace(/^mailto:/, '')
  if (!new RegExp(String.raw`^(?:${ADDRESS}|https://[\w.-]+(?:[/?][\w./?=&%+-]*)?)$`).test(contact))
    throw new Refusal(`"${text}" isn't a valid contact. Use an email address or an https URL.`)
  return refuseStarterName(contact)
}

function readTeam(text) {
  if (!/^[^\p{C}]{1,80}$/u.test(text)) throw new Refusal(`"${text}" isn't a valid team. Use up to 80 characters.`)
  return refuseStarterName(text.trim())
}

function titleOf(folder) {
  const words = folder.split('-').filter(Boolean)
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(' ')
}

/** Returns the name as lowercase ASCII letters and digits; the folder's name if the name has other characters. */
function slugOf(name, folder) {
  const lettersOf = (text) =>
    text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[ .-]/g, '').replace(/^\d+/, '')
  return (
    [name, folder]
      .map(lettersOf)
      .find((text) => /^[a-z][a-z0-9]+$/.test(text))
      ?.slice(0, 30) ?? name
  )
}

/** Returns the version and commit from which the app is created: `origin` as text, `starter` for `npm run upgrade`. */
function originOf(source) {
  const { version, repository } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
  const commit = existsSync(path.join(source, '.git')) ? git(source, 'rev-parse', 'HEAD') : undefined
  return {
    origin: commit ? `${version}, commit ${commit.slice(0, 8)}` : version,
    starter: { repository: repository?.url.replace(/^git\+/, ''), version, commit },
  }
}

/** Returns the output of a Git command; undefined if Git is not installed or the command fails. */
function git(folder, ...args) {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
