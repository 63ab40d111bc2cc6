import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueParts } from '../build/catalogue-parts.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The gallery for its tests; in development the console's server shows it at /gallery/. */
export default defineConfig({
  root: at('..'),
  plugins: [catalogueParts(), react(), tailwindcss()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: at('./index.html') },
  },
})
