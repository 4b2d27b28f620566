import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toNlcst } from 'mdast-util-to-nlcst'
import { gfm } from 'micromark-extension-gfm'
import { toString } from 'nlcst-to-string'
import { ParseEnglish } from 'parse-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRepeatedWords from 'retext-repeated-words'
import { unified, type Processor } from 'unified'
import { visit } from 'unist-util-visit'
import type { Source } from './source.ts'

type Tree = ReturnType<typeof toNlcst>

/** Maximum number of words between full stops or semicolons. Code is one word. */
const MAX_WORDS = 35

/** Phrases that have a shorter form. */
const WORDY: [phrase: RegExp, instead: string][] = [
  [/\ball of (?:the|our|its|their)\b/i, '"all"'],
  [/\band also\b/i, '"and"'],
  [/\bat (?:this|that) point in time\b/i, '"now" or "then"'],
  [/\bdue to the fact that\b/i, '"because"'],
  [/\b(?:has|have) the ability to\b|\b(?:is|are) able to\b/i, '"can"'],
  [/\bin order to\b/i, '"to"'],
  [/\bprior to\b/i, '"before"'],
]

const linter = unified()
  .use(parseMarkdown)
  .use(retextRepeatedWords)
  .use(retextIndefiniteArticle)
  .use(checkSentences)
  .freeze()

/** Finds repeated words, "a" before a vowel, wordy phrases and long sentences in Markdown documents. Skips tables and code. */
export async function faultsOfProse(sources: Source[]): Promise<string[]> {
  const findings = await Promise.all(
    sources.map(async ({ path, text }) => {
      const { messages } = await linter.process(text)
      return messages.map(({ line, reason }) => `${path}:${line} ${reason}`)
    }),
  )
  return findings.flat()
}

function parseMarkdown(this: Processor) {
  this.parser = (text, file) =>
    toNlcst(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), file, ParseEnglish)
  this.compiler = () => ''
}

function checkSentences() {
  return (tree: Tree, file: { message: (reason: string, place: Tree['position']) => void }) => {
    visit(tree, 'SentenceNode', (sentence) => {
      const text = toString(sentence).replaceAll('\n', ' ')
      // The parser continues a sentence after a full stop in front of code or a lowercase letter.
      const clauses = text.replaceAll(/`[^`]*`/g, 'code').split(/[.;](?=\s)/)
      const words = Math.max(...clauses.map((clause) => clause.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0))
      if (words > MAX_WORDS)
        file.message(`A sentence has ${words} words, of at most ${MAX_WORDS}: split it.`, sentence.position)
      for (const [phrase, instead] of WORDY) {
        const found = phrase.exec(text)?.[0]
        if (found !== undefined) file.message(`Says "${found.trim()}": say ${instead}.`, sentence.position)
      }
    })
  }
}
