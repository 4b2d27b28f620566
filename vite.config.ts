import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { functionIds } from './scripts/support/function-ids.ts'
import { precompress } from './scripts/support/precompress.ts'
import { wholeServer } from './scripts/support/whole-server.ts'

// What every page needs, in two files instead of ten: they compress better, and a release that changes no library leaves
// the large one in the browsers' caches.
const FIRST_PAGE_FILES = [
  { name: 'libraries', test: /node_modules/, tags: ['$initial' as const], priority: 1 },
  { name: 'main', tags: ['$initial' as const] },
]

// The server and all that the image runs, built together: what two of them use (settings, log, database) is there once.
const SERVER_PROGRAMS = {
  server: 'src/server.ts',
  serve: 'scripts/serve.ts',
  start: 'scripts/start.ts',
  migrate: 'scripts/migrate.ts',
  seed: 'scripts/seed.ts',
  reset: 'scripts/reset.ts',
}

export default defineConfig({
  plugins: [
    tanstackStart({
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        // Loaders too: they bring the transport of server functions, which the login page does not need.
        codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
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
    precompress(),
    wholeServer(),
  ],
  server: { port: 3000, strictPort: true },
  build: { target: 'es2022', sourcemap: false, license: { fileName: 'third-party-notices.md' } },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: FIRST_PAGE_FILES } } } } },
    ssr: {
      build: {
        rolldownOptions: {
          input: SERVER_PROGRAMS,
          // All in one folder: whatever file a module ends up in, the migrations are beside it and the client one up.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
})
