import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './scripts/support/precompress.ts'

export default defineConfig({
  plugins: [
    tanstackStart({
      router: { routeFileIgnorePattern: '\\.test\\.' },
      serverFns: {
        base: '/api',
        generateFunctionId: ({ filename, functionName }) => readableFunctionId(filename, functionName),
      },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/*.server.*', '**/src/db/**'] },
      },
    }),
    react(),
    tailwindcss(),
    precompress(),
  ],
  server: { port: 3000, strictPort: true },
  build: { target: 'es2022', sourcemap: false },
})

/** `src/features/users/users.functions.ts` + `listUsers_createServerFn_handler` → `users.listUsers`. */
function readableFunctionId(filename: string, functionName: string): string {
  const feature = filename.split('/').pop()?.split('.')[0] ?? 'app'
  return `${feature}.${functionName.replace(/_createServerFn_handler$/, '')}`
}
