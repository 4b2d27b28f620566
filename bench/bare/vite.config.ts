import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from '../../scripts/support/precompress.ts'

// A page of the same framework, built with the same packages, that does nothing: what our own pages are weighed against.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tanstackStart(), react(), precompress()],
  build: { target: 'es2022', sourcemap: false },
})
