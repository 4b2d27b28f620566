import type { Plugin } from 'vite'
import { appConfig } from '#app.config'

/** The picture's own ground: the accent of the light theme. */
const ACCENT = '#8a2d6d'

/** Vite plugin: writes the manifest by which a browser installs the product on a computer or a phone. */
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
