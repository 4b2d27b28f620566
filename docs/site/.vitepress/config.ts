import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig, type MarkdownOptions } from 'vitepress'
import { appConfig } from '../../../app.config.ts'

const SITE = path.resolve(import.meta.dirname, '..')
const ROOT = path.resolve(SITE, '../..')
const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
/** The documents of the README's table. */
const IN_README = [...README.matchAll(/^\| \[(docs\/[\w/-]+\.md)\]/gm)].map(([, file = '']) => file)
const ICON = readFileSync(path.join(ROOT, 'public/favicon.svg'), 'utf8')
const DECISIONS = globSync('docs/decisions/*.md', { cwd: ROOT }).sort()
/** Matches a document that is named in code type, as in `docs/commands.md`. */
const DOCUMENT = /^(?:docs\/[\w/-]+|recipes\/\w+\/README|[A-Z]+)\.md$/
/** Matches the source of an image in HTML that the README gives from the root of the repository. */
const IMAGE = /(?<=\bsrc=")(?=docs\/)/g

/** The documentation as a website: the README as its front page, and the documents in the order of the README's table. */
export default defineConfig({
  title: appConfig.name,
  description: README.split('\n\n')[1]?.replaceAll('\n', ' '),
  head: [
    ['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
    ['style', {}, '.vp-doc img { display: inline-block }'],
  ],
  srcDir: ROOT,
  outDir: path.join(ROOT, 'dist/docs'),
  cacheDir: path.join(SITE, 'node_modules/.cache'),
  srcExclude: ['**/{node_modules,dist,.data,test-results,clients,e2e,bench,scripts,deploy,src,public}/**'],
  rewrites: { 'README.md': 'index.md' },
  // A server on this computer is not part of the website.
  ignoreDeadLinks: 'localhostLinks',
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    sidebar: [
      { text: appConfig.name, link: '/' },
      ...IN_README.map(linkTo),
      { text: 'Decisions', collapsed: true, items: DECISIONS.map(linkTo) },
      linkTo('CHANGELOG.md'),
    ],
  },
  markdown: { config: linkDocuments },
  // The app's own configuration of Vite and TypeScript is not for this website.
  vite: {
    configFile: false,
    publicDir: false,
    esbuild: { tsconfigRaw: '{}' },
    plugins: [resolveVue()],
  },
})

/** Returns the link to a document, with its first heading as the text. */
function linkTo(file: string) {
  const text = /^# (.+)$/m.exec(readFileSync(path.join(ROOT, file), 'utf8'))?.[1]
  if (text === undefined) throw new Error(`${file} has no heading`)
  return { text, link: `/${file}` }
}

/** Turns documents named in code type into links, and adapts the README's links and images, which are for the repository. */
function linkDocuments(markdown: Parameters<NonNullable<MarkdownOptions['config']>>[0]) {
  markdown.core.ruler.before('linkify', 'documents', ({ tokens, Token }) => {
    for (const block of tokens) {
      if (block.type === 'html_block') block.content = block.content.replace(IMAGE, '/')
      block.children =
        block.children?.flatMap((token) => {
          if (token.type === 'html_inline') token.content = token.content.replace(IMAGE, '/')
          if (token.attrGet('href') === 'docs/decisions') token.attrSet('href', `/${DECISIONS[0]}`)
          if (token.type !== 'code_inline' || !DOCUMENT.test(token.content)) return token
          const open = new Token('link_open', 'a', 1)
          open.attrSet('href', `/${token.content}`)
          return [open, token, new Token('link_close', 'a', -1)]
        }) ?? null
    }
  })
}

/** Resolves Vue from this folder, because the documents, which become Vue components, are outside of it. */
function resolveVue(): Plugin {
  return {
    name: 'resolve-vue',
    enforce: 'pre',
    resolveId(source, importer, options) {
      if (!/^vue(?:\/|$)/.test(source)) return null
      if (options.ssr) return { id: source, external: true }
      if (importer?.startsWith(SITE)) return null
      return this.resolve(source, path.join(SITE, 'package.json'), { ...options, skipSelf: true })
    },
  }
}
