import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startConsoleTranslations } from '../i18n/console.ts'
import { App } from './app.tsx'
import { createConsoleRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const router = createConsoleRouter()

// The page's chunk and the catalogue come at the same time.
void Promise.all([startConsoleTranslations(), router.load()]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
})
