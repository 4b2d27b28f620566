import type { Plugin } from 'vite'
import { appConfig } from '#app.config'
import { ACCENT } from '#emails/colors.ts'

/** Returns a Vite plugin that writes the web app manifest, with which browsers install the product. */
export function webManifest(): Plugin {
  const manifest = {
    name: appConfig.name,
    short_name: appConfig.name,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: ACCENT,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return {
    name: 'web-manifest',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source: JSON.stringify(manifest) })
    },
  }
}
