import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildFacts } from './scripts/support/build-facts.ts'
import { functionIds } from './scripts/support/function-ids.ts'
import { precompress } from './scripts/support/precompress.ts'
import { sharedFiles } from './scripts/support/shared-files.ts'
import { webManifest } from './scripts/support/web-manifest.ts'
import { wholeServer } from './scripts/support/whole-server.ts'

// The modules that every page needs, in two files instead of ten. They compress better, and a release that changes no library
// leaves the large one in the browsers' caches.
const FIRST_PAGE_FILES = [
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const], priority: 11 },
  { name: 'main', tags: ['$initial' as const], priority: 10 },
]

// The first click in an area requests the data of the next page at once, and one more file with its code, because the modules
// that load data are there by then. The sign-in pages need none of them.
const SIGN_IN = /^login\/(route|index|verify):/
const OF_QUERIES =
  /(react-query\/.*\/(use\w*Query|infiniteQueryOptions|suspense|errorBoundaryUtils|IsRestoringProvider|QueryErrorResetBoundary)|query-core\/.*\/\w*[qQ]ueryObserver)\./
const SHARED_FILES = [
  // Found by way of their libraries' index, which the sign-in needs too.
  { name: 'code', test: OF_QUERIES, priority: 12, includeDependenciesRecursively: false },
  { name: 'pages', test: /react-router\/.*\/useBlocker\./, priority: 12, includeDependenciesRecursively: false },
  ...sharedFiles({
    // Asked for by the sign-in, and there already in the areas.
    everywhere: { for: /^login\/(route|index):/, andFor: /^(app|manager)\/route:/ },
    code: { for: /^login\/verify:/, notFor: /^login\/(route|index):/ },
    area: { for: /^(app|manager)\/((route|index|dashboard):|.*:loader)/, notFor: SIGN_IN },
    // Without the page of imports, which one opens seldom.
    pages: { for: /^(app|manager)\/(repositories|users|history)(?!.*import)/, notFor: SIGN_IN },
    account: { for: /^(app|manager)\/account:/, notFor: SIGN_IN },
  }),
]

// The server and all that the image runs, built together, so that shared modules (settings, log, database) exist once.
const SERVER_PROGRAMS = {
  server: 'src/server.ts',
  serve: 'scripts/serve.ts',
  start: 'scripts/start.ts',
  migrate: 'scripts/migrate.ts',
  seed: 'scripts/seed.ts',
  reset: 'scripts/reset.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  doctor: 'scripts/doctor.ts',
}

export default defineConfig({
  plugins: [
    tanstackStart({
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        // Loaders too: they bring the transport of server functions, which the login page does not need. Apart from the
        // components, so that data and code are asked for at once.
        codeSplittingOptions: { defaultBehavior: [['component'], ['loader']] },
      },
      serverFns: {
        base: '/api',
        generateFunctionId: functionIds(),
      },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/*.server.*', '**/src/db/**'] },
      },
    }),
    react(),
    tailwindcss(),
    webManifest(),
    precompress(),
    wholeServer(),
  ],
  define: { __BUILD__: JSON.stringify(buildFacts()) },
  server: { port: 3000, strictPort: true },
  build: { target: 'es2022', sourcemap: false, license: { fileName: 'third-party-notices.md' } },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [...FIRST_PAGE_FILES, ...SHARED_FILES] } } } },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: SERVER_PROGRAMS,
          // All files are in one folder, so that every module has the migrations beside it and the client one folder up.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
})
