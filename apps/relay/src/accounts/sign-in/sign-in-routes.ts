import {
  login,
  logout,
  readInvitation,
  refreshToken,
  signup,
  userExist,
  verify,
  verifyTotp,
} from '@hornets/contract/admin/accounts/auth'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts.ts'
import { deviceOf } from '../sessions/device.ts'
import type { AdminSession, Sessions } from '../sessions/sessions.ts'
import { tokenOf } from '../sessions/token.ts'
import type { SignIn } from './sign-in.ts'

export interface SignInRoutesParts {
  readonly accounts: Accounts
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly isDemoOn: () => boolean
  readonly onClaimed: (request: FastifyRequest) => Promise<void>
}

export function signInRoutes(
  serve: Serve<AdminSession>,
  { accounts, signIn, sessions, isDemoOn, onClaimed }: SignInRoutesParts,
): void {
  serve(userExist, ({ request }) => ({ ...accounts.describe(callerOf(request)), demo: isDemoOn() }))

  serve(signup, async ({ body, request }) => {
    const claimed = await accounts.signup(body, callerOf(request))
    if (claimed) await onClaimed(request)
    return { message: claimed ? 'This relay is yours now. Please sign in.' : 'Your account is ready. Please sign in.' }
  })

  serve(readInvitation, ({ body, request }) => accounts.readInvitation(body.invitation, callerOf(request)))

  serve(login, async ({ body, request }) => ({
    event: await signIn.login(body.npub, body.password, callerOf(request)),
  }))

  serve(verify, ({ body, request }) => signIn.verify(body, callerOf(request), deviceOf(request)))

  serve(verifyTotp, ({ body, request }) =>
    signIn.verifyTotp(body.ticket, body.code, callerOf(request), deviceOf(request)),
  )

  serve(logout, async ({ request }) => {
    await sessions.revokeToken(request.headers.authorization, callerOf(request).address)
    return { message: 'You have been logged out' }
  })

  serve(refreshToken, ({ request }) => ({ token: tokenOf(request.headers.authorization) ?? '' }))
}
