import './auth.css'
import { isDemoToken } from '@hornets/contract/demo-token'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeOrigin } from '../../api/calls/origin.ts'
import { isLocked } from '../../api/session/lock.ts'
import { readSession } from '../../api/session/session.ts'
import english from '../../i18n/en.json?part=signIn'
import { startTexts } from '../../i18n/load-texts.ts'
import { addTexts } from '../../i18n/texts.ts'
import { colourBrowserBar } from '../../ui/theme/browser-bar.ts'
import { AuthApp } from './auth-app.tsx'
import { authPathOf, isAuthPath, isInvited } from './navigation.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('auth.html has no #root')

// Signed-in users come here only to unlock the screen or for an invitation; visitors of the demo are not signed in.
const isAtLock = isLocked() || authPathOf(location.pathname) === '/auth/lock'
if (readSession() && !isDemoToken(readSession()?.token) && !isAtLock && !isInvited()) location.replace(takeOrigin())
else if (!isAuthPath(location.pathname)) location.replace(`/${location.search}`)
else {
  colourBrowserBar('--ground')
  addTexts('en', english)
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <AuthApp />
      </StrictMode>,
    )
  // If the catalogue cannot be loaded, English is shown: the sign-in must keep working.
  void startTexts('signIn').then(draw, draw)
}
