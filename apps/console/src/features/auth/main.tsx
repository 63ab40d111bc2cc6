import './auth.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isDemo } from '../../api/demo.ts'
import { readSession, takeOrigin } from '../../api/session.ts'
import { AuthApp } from './auth-app.tsx'
import { startAuthTranslations } from './texts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('auth.html has no #root')

// Who is signed in has nothing to do here; who looks at the demo is not signed in.
if (readSession() && !isDemo()) location.replace(takeOrigin())
else {
  void startAuthTranslations().then(() => {
    createRoot(root).render(
      <StrictMode>
        <AuthApp />
      </StrictMode>,
    )
  })
}
