import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildFacts } from './scripts/support/build-facts.ts'
import { functionIds } from './scripts/support/function-ids.ts'
import { precompress } from './scripts/support/precompress.ts'
import { sharedFiles } from './scripts/support/shared-files.ts'
import { textFiles } from './scripts/support/text-files.ts'
import { webManifest } from './scripts/support/web-manifest.ts'
import { wholeServer } from './scripts/support/whole-server.ts'

// Chunk groups for the modules that every page needs: two files instead of ten. Larger files compress better, and after a
// release that changes no library, browsers still have the large file `libraries` in their caches.
const FIRST_PAGE_FILES = [
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const], priority: 11 },
  { name: 'main', tags: ['$initial' as const], priority: 10 },
]

// The groups of the areas contain all modules that load data, so that the first click in an area requests the data of the next
// page at once, together with only one more file. The sign-in pages need none of these groups.
const SIGN_IN = /^login\/(route|index|verify):/
const OF_QUERIES =
  /(react-query\/.*\/(use\w*Query|infiniteQueryOptions|suspense|errorBoundaryUtils|IsRestoringProvider|QueryErrorResetBoundary)|query-core\/.*\/\w*[qQ]ueryObserver)\./
const SHARED_FILES = [
  // Match these modules by path, because the sign-in imports the index of their libraries too, so `sharedFiles` would count them
  // as needed by the sign-in.
  { name: 'code', test: OF_QUERIES, priority: 12, includeDependenciesRecursively: false },
  { name: 'pages', test: /react-router\/.*\/useBlocker\./, priority: 12, includeDependenciesRecursively: false },
  ...sharedFiles({
    // The modules that both the sign-in and the areas need.
    everywhere: { for: /^login\/(route|index):/, andFor: /^(app|manager)\/route:/ },
    code: { for: /^login\/verify:/, notFor: /^login\/(route|index):/ },
    area: { for: /^(app|manager)\/((route|index|dashboard):|.*:loader)/, notFor: SIGN_IN },
    // Excludes the page of imports, because users rarely open it.
    pages: { for: /^(app|manager)\/(repositories|users|history)(?!.*import)/, notFor: SIGN_IN },
    account: { for: /^(app|manager)\/account:/, notFor: SIGN_IN },
  }),
]

// The server and all other programs of the image. They are built together, so that shared modules (settings, log, database)
// exist only once.
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
        // Split loaders too, because they import the transport of server functions, which the login page does not need.
        // Split them from the components, so that a page's data and code are requested at the same time.
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
    textFiles(),
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
          // Put all files into one folder, because modules find the migrations in their own folder, and the client in `../client`.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
})
