import { minify, type Plugin } from 'vite'

const WRITTEN = 'keepEarlyInput.toString()'

/** Vite plugin: shortens, in the build, the script that stands in the head of every page. */
export function shortEarlyInput(): Plugin {
  return {
    name: 'short-early-input',
    apply: 'build',
    // What is TypeScript is JavaScript by then.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async transform(code, id) {
      if (!id.endsWith('/src/shell/early-input.ts')) return undefined
      const [source] = /^function keepEarlyInput[^]*?^\}/m.exec(code) ?? []
      if (!source || !code.includes(WRITTEN)) throw new Error(`${id} does not have the script that is to be shortened`)
      // Nothing would be left of what nobody has use for.
      const { code: short } = await minify('early-input.js', `kept=${source}`, { codegen: { removeWhitespace: true } })
      return code.replace(WRITTEN, () => JSON.stringify(short.replace(/^kept=|;$/g, '')))
    },
  }
}
