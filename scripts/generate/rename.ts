import { spellingsOf, type Names, type Spellings } from './names.ts'

/** The names of the template's feature. */
export const TEMPLATE_NAMES: Names = { one: spellingsOf('note'), many: spellingsOf('notes') }
/** Matches the template's column whose value is the name of a row in lists. */
const LABEL = /\bheadline\b/g

/** Matches the names of the template's rows in all spellings, with a preceding article. */
const WORDS =
  /(\b[Aa] |\ba(?=N))?((?<![A-Za-z])notes?(?![a-z])|(?<=^|[^A-Z])Notes?(?![a-z])|(?<![A-Za-z])NOTES?(?![A-Za-z]))/g
const IN_A_PATH_BEFORE = /[/-]$/
/** Matches code before the first part of the names of actions, as in `note-created`. */
const OF_ACTIONS = /\bauditGroup: \{ name: '$/
const IN_A_PATH_AFTER = /^(-[a-z]|\.(functions|mutations|plans|queries|schema|server|e2e|ts)\b)/
/** Matches an SQL keyword before the name of a table. */
const IN_SQL_BEFORE = /\b(into|from|update|table|analyze|through) $/
/** Matches code before the name of a kind of rows, as in `takeRoom(context, 'note')`. */
const OF_A_KIND = /\bcontext,\s*'$/
const A_WORD_BEFORE = /(?:^|[^\w$])([A-Za-z]+) $/
/** Keywords that precede a name in code, but not in a sentence. */
const CODE_KEYWORDS = new Set(['as', 'await', 'case', 'const', 'import', 'let', 'return', 'type', 'typeof'])

/**
 * Replaces the names of the template's rows in code, paths, SQL and sentences, each in the right spelling.
 * @param label the field whose value is the name of a row in lists
 */
export function rename(text: string, names: Names, label = 'headline'): string {
  return renameWords(text.replace(LABEL, label), names)
}

function renameWords(text: string, names: Names): string {
  return text.replace(WORDS, (match, article: string | undefined, word: string, at: number) => {
    const after = text.slice(at + match.length, at + match.length + 20)
    const before = text.slice(Math.max(0, at - 30), at) + (article ?? '')
    const isPlural = word.toLowerCase() === 'notes'
    return articleFor(article, names) + (isPlural ? names.many : names.one)[spellingFor(before, word, after, isPlural)]
  })
}

function articleFor(article: string | undefined, { one }: Names): string {
  if (article === undefined || !/^([aeio]|u(?!ni|se|ti))/.test(one.kebab)) return article ?? ''
  return article.replace(/[Aa]/, '$&n')
}

function spellingFor(before: string, word: string, after: string, isPlural: boolean): keyof Spellings {
  if (word === word.toUpperCase()) return 'upper'
  if (word.startsWith('N')) return isSentenceStart(before, after) ? 'sentence' : 'pascal'
  const isQuoted = /['"`]$/.test(before)
  if (isInPath(before, after, isQuoted)) return after.startsWith('.json') ? 'camel' : 'kebab'
  if (isTable(before, after, isQuoted && !isPlural && !OF_A_KIND.test(before))) return 'snake'
  return isInSentence(before, after, isQuoted) ? 'spaced' : 'camel'
}

/** Whether the name is part of a file, a URL, an action, or a server function like `'notes.listNotes'`. */
function isInPath(before: string, after: string, isQuoted: boolean): boolean {
  if (OF_ACTIONS.test(before)) return true
  return IN_A_PATH_BEFORE.test(before) || IN_A_PATH_AFTER.test(after) || (isQuoted && /^\.[\w']/.test(after))
}

function isTable(before: string, after: string, isQuotedSingular: boolean): boolean {
  return after.startsWith('_') || IN_SQL_BEFORE.test(before) || (isQuotedSingular && /^['`]/.test(after))
}

function isSentenceStart(before: string, after: string): boolean {
  return /^\W/.test(after) && /(\/\*\*|\/\/|\*) $|['"`]$/.test(before)
}

function isInSentence(before: string, after: string, isQuoted: boolean): boolean {
  // The name is part of a longer identifier, or an attribute of an element.
  if (/^[\w=]/.test(after)) return false
  if (isQuoted) return /^,? [a-z]/.test(after)
  const [, word] = A_WORD_BEFORE.exec(before) ?? []
  return word !== undefined && !CODE_KEYWORDS.has(word)
}
