import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startConsoleTranslations } from '../i18n/console.ts'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

void startConsoleTranslations().then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
})
