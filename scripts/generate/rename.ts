import { spell, type Names, type Spellings } from './names.ts'

/** The feature whose own files are the template. */
export const TEMPLATE: Names = { one: spell('repository'), many: spell('repositories') }

/** The template's words, with the article before them. */
const WORDS = /(\b[Aa] |\ba(?=R))?(repositories|repository|Repositories|Repository|REPOSITORIES|REPOSITORY)/g
const IN_A_PATH_BEFORE = /[/-]$/
const IN_A_PATH_AFTER = /^(-[a-z]|\.(functions|mutations|plans|queries|schema|server|e2e|ts)\b)/
/** A word of SQL, before which and after which a table stands. */
const IN_SQL_BEFORE = /\b(into|from|update|table|analyze|through) $/
/** The name of a kind of rows, as the code calls it: `takeRoom(context, 'repository')`. */
const OF_A_KIND = /\bcontext,\s*'$/
const A_WORD_BEFORE = /(?:^|[^\w$])([A-Za-z]+) $/
/** What stands before a name in code, and before none in a sentence. */
const OF_CODE = new Set(['as', 'await', 'case', 'const', 'import', 'let', 'return', 'type', 'typeof'])

/** A text about repositories as a text about something else: code, paths, SQL and sentences, each in its spelling. */
export function rename(text: string, names: Names): string {
  return text.replace(WORDS, (match, article: string | undefined, word: string, at: number) => {
    const after = text.slice(at + match.length, at + match.length + 20)
    const before = text.slice(Math.max(0, at - 30), at) + (article ?? '')
    const isPlural = word.toLowerCase() === 'repositories'
    return articleFor(article, names) + (isPlural ? names.many : names.one)[styleOf(before, word, after, isPlural)]
  })
}

function articleFor(article: string | undefined, { one }: Names): string {
  if (article === undefined || !/^([aeio]|u(?!ni|se|ti))/.test(one.kebab)) return article ?? ''
  return article.replace(/[Aa]/, '$&n')
}

function styleOf(before: string, word: string, after: string, isPlural: boolean): keyof Spellings {
  if (word === word.toUpperCase()) return 'upper'
  if (word.startsWith('R')) return isSentenceStart(before, after) ? 'sentence' : 'pascal'
  const isQuoted = /['"`]$/.test(before)
  if (isInPath(before, after, isQuoted)) return after.startsWith('.json') ? 'camel' : 'kebab'
  if (isTable(before, after, isQuoted && !isPlural && !OF_A_KIND.test(before))) return 'snake'
  return isInSentence(before, after, isQuoted) ? 'spaced' : 'camel'
}

/** A file, an address, the name of an action, or a server function by its name: `'repositories.listRepositories'`. */
function isInPath(before: string, after: string, isQuoted: boolean): boolean {
  return IN_A_PATH_BEFORE.test(before) || IN_A_PATH_AFTER.test(after) || (isQuoted && /^\.[\w']/.test(after))
}

function isTable(before: string, after: string, isQuotedSingular: boolean): boolean {
  return after.startsWith('_') || IN_SQL_BEFORE.test(before) || (isQuotedSingular && /^['`]/.test(after))
}

function isSentenceStart(before: string, after: string): boolean {
  return /^\W/.test(after) && /(\/\*\*|\/\/|\*) $|['"`]$/.test(before)
}

function isInSentence(before: string, after: string, isQuoted: boolean): boolean {
  if (/^\w/.test(after)) return false
  if (isQuoted) return /^,? [a-z]/.test(after)
  const [, word] = A_WORD_BEFORE.exec(before) ?? []
  return word !== undefined && !OF_CODE.has(word)
}
