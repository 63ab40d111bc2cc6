import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { messages } from '../../messages.ts'
import { hex64, pubkeyForm } from '../../nostr.ts'
import { roles } from '../../roles.ts'
import { codeLength } from '../../security-code.ts'
import { signedChallenge, logout as signOut, unsignedEvent } from '../../sign-in.ts'

export type { Role } from '../../roles.ts'
export type { UnsignedEvent } from '../../sign-in.ts'

/** 200 to any token: a console whose token is not known here has nothing more to do. */
export const logout = defineEndpoint({ ...signOut, access: 'public', demo: 'plays', audit: 'session.logout' })

/** Other consoles of the family ask for it. A session lasts by its use, so the token stays. */
export const refreshToken = defineEndpoint({
  method: 'POST',
  path: '/api/refresh-token',
  tag: 'Sign-in',
  summary: 'The token with which to go on: the same, since use prolongs a session',
  access: 'session',
  role: 'viewer',
  audit: null,
  answers: { 200: z.object({ token: z.string() }) },
  errors: [],
})

/** A public key as hex or npub; the server normalises it to hex. */
export const pubkeyInput = z
  .string({ error: messages.npubRequired })
  .check(z.trim(), z.minLength(1, messages.npubRequired), z.regex(pubkeyForm, messages.pubkeyInvalid))

export const password = z
  .string({ error: messages.passwordRequired })
  .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024))

/** Eight characters, upper and lower case and a number (PROFILE-07, R-07). */
export const newPassword = password.check(
  z.minLength(8, messages.passwordRule),
  z.regex(/(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\p{Nd})/su, messages.passwordRule),
)

/** Six characters, as in mails (AUTH-35, CONST-10). */
export const securityCode = z
  .string({ error: messages.codeRequired })
  .check(z.trim(), z.regex(new RegExp(`^[0-9A-Za-z]{${codeLength}}$`), messages.codeWrong))

export const email = z.pipe(
  z
    .string({ error: messages.fieldRequired })
    .check(z.trim(), z.minLength(1, messages.fieldRequired), z.maxLength(254, messages.emailInvalid)),
  z.email(messages.emailInvalid),
)

/** A code of the authenticator app (RFC 6238), or a recovery code; spaces and hyphens are removed. */
export const secondFactor = z.pipe(
  z.pipe(
    z.string({ error: messages.codeRequired }),
    z.transform(text => text.replace(/[\s-]/g, '').toLowerCase()),
  ),
  z.string().check(z.regex(/^(\d{6}|[a-z2-7]{10})$/, messages.codeWrong)),
)

export const role = z.enum(roles)

/** The signed-in admin (PROFILE-01). Fields not filled in are empty. */
export const user = z.object({
  id: z.string(),
  npub: hex64,
  role,
  firstName: z.string(),
  lastName: z.string(),
  imgUrl: z.string(),
  userName: z.string(),
  email: z.object({ name: z.string(), verified: z.boolean() }),
  phone: z.object({ number: z.string(), verified: z.boolean() }),
  sex: z.string(),
  birthday: z.string(),
  lang: z.string(),
  country: z.string(),
  city: z.string(),
  address1: z.string(),
  zipcode: z.string(),
  website: z.string(),
  socials: z.object({ twitter: z.string(), facebook: z.string(), linkedin: z.string() }),
})
export type User = z.infer<typeof user>

const signedIn = z.object({ token: z.string(), user })

const tag = 'Sign-in'

export const userExist = defineEndpoint({
  method: 'GET',
  path: '/user-exist',
  tag,
  summary: 'Whether this relay is claimed, and whether the caller can claim it',
  access: 'public',
  answers: {
    200: z.object({
      exists: z.boolean(),
      /** Other servers of the family may omit this and the following fields. */
      allowSignup: z.optional(z.boolean()),
      /** The caller is remote, so signing up needs the printed setup token. */
      setupTokenRequired: z.optional(z.boolean()),
      /** How forgotten passwords are recovered: by mail, or only by command on the server. */
      recovery: z.optional(z.enum(['mail', 'command'])),
      restore: z.optional(z.boolean()),
      demo: z.optional(z.boolean()),
      /** Of the relay (NIP-11). */
      name: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  },
  errors: ['rate_limited'],
})

export const signup = defineEndpoint({
  method: 'POST',
  path: '/signup',
  tag,
  summary: 'Claim the relay as its first admin, or accept an invitation',
  access: 'public',
  audit: 'account.signup',
  body: z
    .object({
      npub: pubkeyInput,
      password: newPassword,
      confirmPassword: password,
      /** Missing: the person was asked elsewhere. */
      termOfUse: z.optional(z.literal(true)),
      setupToken: z.optional(z.string().check(z.maxLength(200))),
      /** From an invitation link: creates another admin once the relay is claimed. */
      invitation: z.optional(z.string().check(z.maxLength(200))),
    })
    .check(
      z.refine(body => body.password === body.confirmPassword, {
        path: ['confirmPassword'],
        error: messages.passwordsDiffer,
      }),
    ),
  answers: { 201: z.object({ message: z.string() }) },
  errors: ['invalid_fields', 'signup_closed', 'setup_token_required', 'not_found', 'conflict', 'rate_limited'],
})

export const login = defineEndpoint({
  method: 'POST',
  path: '/login',
  tag,
  summary: 'First step of signing in: the password; returns an event to sign',
  access: 'public',
  audit: 'session.login',
  body: z.object({ npub: pubkeyInput, password }),
  answers: { 200: z.object({ event: unsignedEvent }) },
  errors: ['invalid_fields', 'invalid_credentials', 'rate_limited'],
})

export const verify = defineEndpoint({
  method: 'POST',
  path: '/verify',
  tag,
  summary:
    "Second step of signing in: the signed challenge; returns a token, and ends the Authorization header's session",
  access: 'public',
  audit: { done: 'session.login', refused: 'session.verify' },
  body: signedChallenge,
  answers: { 200: z.union([signedIn, z.object({ twoFactorRequired: z.literal(true), ticket: z.string() })]) },
  errors: ['invalid_credentials', 'rate_limited'],
})

export const verifyTotp = defineEndpoint({
  method: 'POST',
  path: '/verify/totp',
  tag,
  summary: 'Third step if two-factor is on: a code from the authenticator app, or a recovery code',
  access: 'public',
  audit: { done: 'session.login', refused: 'session.second-factor' },
  body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(200)), code: secondFactor }),
  answers: { 200: signedIn },
  errors: ['invalid_fields', 'invalid_credentials', 'rate_limited'],
})

const spoken = z.object({ message: z.string() })

/** Gives the browser that requested a code its own attempts; without it the address's count. */
const recovery = z.string().check(z.maxLength(200))

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/forgot-password',
  tag,
  summary: 'Email a security code; the answer never reveals whether the address is known (R-08)',
  access: 'public',
  audit: 'account.recovery-code',
  body: z.object({ email }),
  answers: { 200: z.extend(spoken, { recovery }) },
  errors: ['invalid_fields', 'unavailable', 'rate_limited'],
})

export const checkSecurityCode = defineEndpoint({
  method: 'POST',
  path: '/security-code',
  tag,
  summary: 'Check the mailed code. Valid for 15 minutes; after 5 wrong attempts a browser is refused',
  access: 'public',
  audit: 'account.recovery-code',
  body: z.object({ email, code: securityCode, recovery: z.optional(recovery) }),
  answers: { 200: spoken },
  errors: ['invalid_fields', 'invalid_credentials', 'rate_limited'],
})

export const setNewPassword = defineEndpoint({
  method: 'POST',
  path: '/new-password',
  tag,
  summary: 'Set a new password with the mailed code, which it uses up; ends all sessions of the account',
  access: 'public',
  audit: { done: 'account.recover-password', refused: 'account.recovery-code' },
  body: z
    .object({
      email,
      code: securityCode,
      recovery: z.optional(recovery),
      password: newPassword,
      confirmPassword: password,
    })
    .check(
      z.refine(body => body.password === body.confirmPassword, {
        path: ['confirmPassword'],
        error: messages.passwordsDiffer,
      }),
    ),
  answers: { 200: spoken },
  errors: ['invalid_fields', 'invalid_credentials', 'rate_limited'],
})

export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/invitation',
  tag,
  summary: "An invitation's terms, before /signup accepts it",
  access: 'public',
  audit: null,
  body: z.object({ invitation: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answers: { 200: z.object({ role, invitedBy: z.nullable(hex64), expiresAt: z.string() }) },
  errors: ['not_found', 'rate_limited'],
})
