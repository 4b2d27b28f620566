import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

// Writes the packages that ship to sbom.cdx.json (CycloneDX). `npm sbom --omit=dev` also drops packages that the product
// shares with the build and the tests, so all packages are listed and then filtered by the lockfile.
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const listed = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
  { encoding: 'utf8', maxBuffer: 64 * 1_048_576, shell: process.platform === 'win32' },
)
const bom = JSON.parse(listed)
const shipped = new Set(
  Object.entries(packages)
    .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
    .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`),
)
bom.components = bom.components.filter(({ name, version }) => shipped.has(`${name}@${version}`))
const kept = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((component) => component['bom-ref'])])
bom.dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
writeFileSync('sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`)
console.log(`sbom.cdx.json lists ${bom.components.length} packages.`)
