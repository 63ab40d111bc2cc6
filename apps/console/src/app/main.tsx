import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { noAnswerText } from '../api/calls/api-error.ts'
import { openServer } from '../api/server/server.ts'
import { startTexts } from '../i18n/load-texts.ts'
import { colourBrowserBar } from '../ui/theme/browser-bar.ts'
import { App } from './app.tsx'
import { listenForInstall } from './pwa/install.ts'
import { listenForUpdates } from './pwa/update.ts'
import { createConsoleRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

listenForInstall()
listenForUpdates()
colourBrowserBar('--surface')
const router = createConsoleRouter()

// The page's chunk and the catalogue load in parallel.
Promise.all([startTexts('first'), openServer().then(() => router.load())]).then(
  () => {
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    )
  },
  () => {
    // Not even the catalogue loaded, so these texts are literal.
    root.setAttribute('role', 'alert')
    root.textContent = noAnswerText
  },
)
