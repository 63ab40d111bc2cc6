import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueParts } from './build/catalogue-parts.ts'
import { chunkNames } from './build/chunk-names.ts'
import { compressAssets } from './build/compress-assets.ts'
import { apiProxy, authPages } from './build/dev-server.ts'
import { preloadFirstPage } from './build/preload-first-page.ts'
import { serviceWorker } from './build/service-worker.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const chunks = chunkNames(
  [at('./src/app/main.tsx'), at('./src/app/composed/dashboard.tsx')],
  [at('./src/features/auth/main.tsx'), at('./src/service-worker/main.ts')],
)

export default defineConfig({
  root: at('.'),
  plugins: [
    catalogueParts(),
    react(),
    tailwindcss(),
    authPages(),
    preloadFirstPage(),
    serviceWorker(),
    compressAssets(),
  ],
  server: { proxy: apiProxy(process.env.RELAY_ADMIN_URL ?? 'http://127.0.0.1:9002') },
  preview: { proxy: apiProxy(process.env.RELAY_ADMIN_URL ?? 'http://127.0.0.1:9002') },
  build: {
    outDir: at('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content policy allows fonts and pictures from this server only, not data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        console: at('./index.html'),
        auth: at('./auth.html'),
        'service-worker': at('./src/service-worker/main.ts'),
      },
      // Shared code of both documents, and of every console page, in one chunk each: libraries stay cached when the
      // console changes, without many small files.
      output: {
        entryFileNames: chunk => (chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // All that the login uses of the rest of the console, with what that imports: nothing of it is written twice.
            {
              name: 'base',
              test: /vite\/preload-helper|node_modules\/(clsx|lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|defaultAttributes|icons\/(circle-check|info|key-round|moon|sun|x)|shared\/.*)\.\w+$)|src\/(at-work|emitter|ref-count|signal|api\/(calls\/(api|api-error|client|open-api|origin|read-text|transport)|server\/(addresses|recognise|server)|session\/(demo|leave|lock|notice|password-rules|session)|signers\/nip07)|i18n\/(language|load-texts|texts)|ui\/(buttons\/(button|text-link)|forms\/(field|password-field|text-field)|page\/lazy|states\/(alert|wait-icon)|text\/(format|shorten)|theme\/(brand-mark|browser-bar|theme|use-theme))|demo-token|security-code)\.tsx?$/,
            },
            // The sign-in with its dependencies, which its later screens share.
            { name: 'sign-in', test: /src\/features\/auth\/auth-app\.tsx$/ },
            {
              name: 'libraries',
              test: /node_modules\/(@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)|use-sync-external-store|@base-ui\/react\/(csp-provider|internals\/csp-context)|lucide-react\/dist\/esm\/icons\/(ban|bell|check|copy|credit-card)\.\w+$)/,
            },
            // Shared code of dialogs, menus and toasts in one file instead of twenty.
            {
              name: 'floating',
              test: /node_modules\/@(floating-ui|base-ui\/(utils|react\/(dialog|floating-ui-react|internals|utils)))\//,
            },
            { name: 'schemas', test: /node_modules\/zod\/|contract\/src\/(endpoint|admin\/(live|statistics))\.ts$/ },
            {
              name: 'parts',
              test: /src\/(ui\/(buttons\/(copy-button|copy-text|icon-button|use-copied)|content\/(card|table)|overlays\/(requests|toast|tooltip)|page\/(layout-hold|use-url-parameters)|states\/(empty-state|error-state|skeleton|spinner|use-elapsed)|text\/account-name|chart\/[\w/-]+)|features\/statistics\/stored\/[\w-]+|api\/(calls\/(failure-text|gather)|live\/[\w-]+|queries\/(chart-state|statistics-queries|use-status))|messages)\.tsx?$/,
            },
            { name: chunks.first },
            { name: chunks.later, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
