import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueSections } from './build/catalogue-sections.ts'
import { compressAssets } from './build/compress-assets.ts'
import { apiProxy, authPages } from './build/dev-server.ts'
import { lateSchemas } from './build/late-schemas.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  plugins: [catalogueSections(), lateSchemas(), react(), tailwindcss(), authPages(), compressAssets()],
  server: { proxy: apiProxy(process.env.RELAY_ADMIN_URL ?? 'http://127.0.0.1:9002') },
  preview: { proxy: apiProxy(process.env.RELAY_ADMIN_URL ?? 'http://127.0.0.1:9002') },
  build: {
    outDir: at('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content policy allows fonts and pictures from here only, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: at('./index.html'), auth: at('./auth.html') },
      // What both documents share, in two chunks: React stays in the browser's cache when the console changes, and the rest
      // does not come in crumbs.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: /src\/(api\/(api-error|nip07|notice|session|transport)|ui\/(brand-mark|theme|use-theme)|i18n\/language|messages)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
