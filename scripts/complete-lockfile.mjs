// Adds the optional packages of missing platforms to the lockfile, so that `npm ci` works on every platform. Run this after
// `npm install` from a registry that holds binaries of some platforms only: `node scripts/complete-lockfile.mjs`
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const OS = /(?:^|[-/])(android|darwin|freebsd|linux|openharmony|win32|windows|aix|netbsd|openbsd|sunos)(?:-|$)/
const CPU = /(?:^|-)(arm64|arm|x64|ia32|ppc64|riscv64|s390x|wasm32|loong64|mips64el)(?:-|$)/
let added = 0

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = [`${place}/node_modules/${name}`, `node_modules/${name}`].some((path) => lock.packages[path])
    if (known || !/^\d/.test(version)) continue
    const os = OS.exec(name)?.[1]?.replace('windows', 'win32')
    const cpu = CPU.exec(name)?.[1]
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    }
    added += 1
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`Added ${added} packages for other platforms.`)
