import { finding, parse, walk, type Node, type Source } from './source.ts'

interface Comment {
  type: string
  value: string
  start: number
}

/** Words that a docstring must not begin with, because its subject would be missing or only be in another docstring. */
const HEADLESS =
  /^(?:What|Who|Whom|Whose|Whoever|Whatever|Where|Wherever|How|However|Which|Why|When|Of|By|As|From|To|On|Into|Among|So (?:many|much|long|often)|For|In|At|With|Without|Beside|Those|That|This|These|It|They|None|Nothing|Nobody|One|Ones|Neither|Has|Have|Makes? what|The same|Likewise|Also|And|Or|But|Then|Only)\b/

/** Words that a comment must not use, and the words to use instead. */
const REFUSED_WORDS: [word: RegExp, instead: string][] = [
  [/\bmay not\b/i, '"must not", "cannot" or "might not"'],
  [/\bshall\b/i, '"must" or "should"'],
  [/\bwhom\b/i, 'the user, the caller, the recipient'],
  [/\b(?:whoever|whomever|wherever|whatever|whichever)\b/i, 'the noun: every caller, any value'],
  [/\bnobody\b/i, '"no user", "no one", or negate the verb'],
  [/\bsomebody\b/i, '"a user" or "someone"'],
  [/\beverybody\b/i, '"all users" or "everyone"'],
  [/\b(?:is|are|has|have|was|were) none\b|\bmay nothing\b/i, 'a negated verb: "has no …"'],
  [/\b(?:tell|tells|told)\b/i, '"report", "notify", "log", "return", "distinguish"'],
  [/\banew\b/i, '"again", "recreated"'],
  [/\bbeforehand\b/i, '"first", "in advance"'],
  [/\bby now\b|\bany more\b/i, '"already", "no longer"'],
  [/\brelease before\b/i, '"previous release"'],
  [/\bgo(?:es)? by\b/i, '"uses", "follows"'],
  [/, for (?:it|its|the|they|their|there|he|she|each|a|an|all|some|both|one|no)\b/i, '"because"'],
  [/\bas (?:it is|it was|they are|they were|it has|he is)\b/i, '"unchanged", "like …"'],
  [/(?<!stand|stands|leave|leaves|left|let) alone\b/i, '"only"'],
  [/\be-mail/i, '"email"'],
  [/\b(?:comes?|is|are|was|were|becomes?|until|once|not) alive\b/i, '"hydrated", "running"'],
  [/\bthe house\b/i, '"the code base", "the project"'],
  [/\b(?:of|for|to|by|from|with|and|than|as|in|on) who\b|(?:^|[.:;] )who\b/i, 'the user, the caller'],
  [
    /(?:^|[.:;] )what\b|\b(?:of|for|to|by|from|with|and|or|than|as|in|on|after|before|into|about|but|all|is|are) what\b/i,
    'the noun',
  ],
]

/** Words that the title of a test must not begin with. A title names a unit, a condition and the result. */
const TITLE =
  /^(?:what|who|whom|whose|whoever|whatever|where|wherever|how|then|it|its|they|their|of|for|so|that|those|this)\b/i

/** Finds docstrings, also of code that is not exported, that begin with one of the words in `HEADLESS`. */
export function headlessDocstrings(sources: Source[]): string[] {
  return commentsIn(sources, ({ source, comment, text }) =>
    comment.type === 'Block' && comment.value.startsWith('*') && HEADLESS.test(text)
      ? [
          finding(
            source,
            comment.start,
            `Begins with "${HEADLESS.exec(text)?.[0]}": begin with a verb ("Sends …"), an article ("The …") or a noun.`,
          ),
        ]
      : [],
  )
}

/** Finds comments with a word that developers do not use, or use with another meaning. */
export function refusedInComments(sources: Source[]): string[] {
  return commentsIn(sources, ({ source, comment, text }) =>
    REFUSED_WORDS.flatMap(([word, instead]) => {
      const found = word.exec(text)?.[0]
      return found === undefined ? [] : [finding(source, comment.start, `Says "${found.trim()}": say ${instead}.`)]
    }),
  )
}

/** Finds names in backticks, in comments of code, that no code has: the thing was renamed or removed. */
export function unknownNamesInComments(sources: Source[], otherSources: Source[] = []): string[] {
  const known = new Set<string>()
  for (const source of [...sources, ...otherSources])
    for (const [word] of codeOf(source).matchAll(/[\w$]+/g)) known.add(word)
  return sources.flatMap((source) =>
    parse(source).comments.flatMap(({ value, start }) =>
      [...value.matchAll(/`([\w$]+)(?:\(\))?`/g)]
        .map(([, name = '']) => name)
        .filter((name) => /[a-z][A-Z]|^[A-Z]/.test(name) && !known.has(name))
        .map((name) => finding(source, start, `Names \`${name}\`, which no code has.`)),
    ),
  )
}

/** Returns the text of a file without its comments. */
function codeOf({ path, text }: Source): string {
  if (!/\.(?:tsx?|mjs)$/.test(path)) return text
  return parse({ path, text }).comments.reduceRight(
    (code, { start, end }) => `${code.slice(0, start)} ${code.slice(end)}`,
    text,
  )
}

/** Finds titles of tests that begin with a pronoun, a preposition or a clause. */
export function headlessTitles(sources: Source[]): string[] {
  const findings: string[] = []
  for (const source of sources.filter(({ path }) => /\.(?:test|e2e)\.tsx?$/.test(path)))
    walk(source, (node) => {
      const title = titleOf(node)
      if (title !== undefined && TITLE.test(title))
        findings.push(
          finding(source, node.start, `A title begins with "${TITLE.exec(title)?.[0]}": name the unit that is tested.`),
        )
    })
  return findings
}

function titleOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !/^(?:test|it|describe)$/.test(nameOf(node.callee) ?? '')) return undefined
  const [title] = node.arguments
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value
  return title?.type === 'TemplateLiteral' ? title.quasis[0]?.value.raw : undefined
}

/** Returns the name of the called function: `test` for `test()`, `test.only()` and `test.each(table)()`. */
function nameOf(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return nameOf(callee.object)
  return callee.type === 'CallExpression' ? nameOf(callee.callee) : undefined
}

interface CommentIn {
  source: Source
  comment: Comment
  /** The text without stars, quoted code and line breaks. */
  text: string
}

function commentsIn(sources: Source[], look: (comment: CommentIn) => string[]): string[] {
  return sources.flatMap((source) =>
    commentsOf(source)
      .filter(({ value }) => !/^\s*(?:oxlint|eslint|@ts-|v8|#__)/.test(value))
      .flatMap((comment) => look({ source, comment, text: withoutQuotes(comment.value) })),
  )
}

/** Returns the comments of a file. In SQL and YAML each line is a comment; in a document each paragraph is one. */
function commentsOf({ path, text }: Source): Comment[] {
  if (path.endsWith('.md')) return matchesOf(text.replaceAll(/^```[\s\S]*?^```/gm, blankOut), /(?:^.+\n)+/gm)
  if (path.endsWith('.sql')) return matchesOf(text, /(?<=^ *--).*$/gm)
  if (/\.ya?ml$/.test(path)) return matchesOf(text, /(?<=^ *#).*$/gm)
  return parse({ path, text }).comments
}

function matchesOf(text: string, pattern: RegExp): Comment[] {
  return [...text.matchAll(pattern)].map(({ 0: value, index }) => ({ type: 'Line', value, start: index }))
}

/** Replaces a code block with as many blank lines, so that later lines keep their line numbers. */
function blankOut(block: string): string {
  return block.replaceAll(/.+/g, '')
}

function withoutQuotes(text: string): string {
  return text
    .replaceAll(/\n\s*\*?/g, ' ')
    .replace(/^[*\s]+/, '')
    .replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g, '`')
}
