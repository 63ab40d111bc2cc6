import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { messages } from '../../messages.ts'
import { email, newPassword, password, secondFactor, securityCode, user } from './auth.ts'

const session = { tag: 'Account', access: 'session' } as const
const spoken = z.object({ message: z.string() })
const short = z.string().check(z.trim(), z.maxLength(200))
const time = z.string()

/** Empty, or a phone number as people write it, with or without country code. */
const phone = z.string().check(z.trim(), z.regex(/^$|^\+?(?=(?:\D*\d){5})[\d\s()./-]{5,30}$/, messages.phoneInvalid))
const website = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine(
    url => url === '' || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)),
    messages.websiteInvalid,
  ),
)

/** The profile fields that an admin can edit (PROFILE-01). A changed email address becomes unverified. */
export const profile = z.object({
  firstName: short,
  lastName: short,
  imgUrl: website,
  userName: short,
  email: z.union([z.literal(''), email]),
  phone,
  sex: z.enum(['', 'female', 'male', 'other']),
  birthday: z.union([z.literal(''), z.iso.date()]),
  lang: short,
  country: short,
  city: short,
  address1: short,
  zipcode: short,
  website,
  socials: z.object({ twitter: short, facebook: short, linkedin: short }),
})
export type Profile = z.infer<typeof profile>

export const getAccount = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/account',
  role: 'viewer',
  summary: 'The signed-in admin',
  staleOn: ['account'],
  answers: { 200: z.object({ user }) },
  errors: [],
})

export const saveProfile = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/profile',
  role: 'viewer',
  summary: 'Change the given fields. A new email address requires the password',
  audit: 'account.profile',
  body: z.partial(profile).check(z.refine(fields => Object.keys(fields).length > 0, messages.badRequest)),
  answers: { 200: z.object({ user }) },
  errors: ['invalid_fields', 'password_needed'],
})

export const nostrProfile = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/account/nostr-profile',
  role: 'viewer',
  summary: "Profile fields from this admin's latest stored kind 0; missing ones are empty",
  answers: { 200: z.object({ found: z.boolean(), fields: z.partial(profile) }) },
  errors: [],
})

export const mailVerification = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/email/verification',
  role: 'viewer',
  summary: 'Email a code to the address of this account',
  audit: null,
  answers: { 200: spoken },
  errors: ['conflict', 'unavailable', 'rate_limited'],
})

export const confirmEmail = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/email/confirmation',
  role: 'viewer',
  summary: 'Verify the address with the mailed code',
  audit: 'account.verify-email',
  body: z.object({ code: securityCode }),
  answers: { 200: z.object({ user }) },
  errors: ['invalid_fields', 'conflict', 'rate_limited'],
})

export const confirmPassword = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/confirm-password',
  role: 'viewer',
  summary: 'Confirm the password: unlocks the screen, and calls that require it for 10 minutes (step-up)',
  audit: 'account.confirm-password',
  body: z.object({ password }),
  answers: { 200: z.object({ confirmedUntil: time }) },
  errors: ['invalid_fields', 'rate_limited'],
})

export const changePassword = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/password',
  role: 'viewer',
  summary: 'Change the password; ends the other sessions of this account',
  audit: 'account.change-password',
  body: z.object({ currentPassword: password, password: newPassword, confirmPassword: password }).check(
    z.refine(body => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      error: messages.passwordsDiffer,
    }),
    z.refine(body => body.password !== body.currentPassword, { path: ['password'], error: messages.passwordSame }),
  ),
  answers: { 200: z.object({ message: z.string(), endedSessions: z.int() }) },
  errors: ['invalid_fields', 'rate_limited'],
})

export const accountSession = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: time,
  lastUsedAt: time,
  address: z.string(),
  /** The browser's user agent, truncated; empty if missing. */
  userAgent: z.string(),
})
export type AccountSession = z.infer<typeof accountSession>

export const listSessions = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/account/sessions',
  role: 'viewer',
  summary: "This account's sessions, last used first",
  answers: { 200: z.object({ sessions: z.array(accountSession) }) },
  errors: [],
})

export const revokeSession = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  role: 'viewer',
  summary: 'End one session of this account',
  audit: 'session.revoke',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answers: { 200: spoken },
  errors: ['not_found'],
})

export const revokeOtherSessions = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/sessions/revoke-others',
  role: 'viewer',
  summary: 'End all other sessions of this account',
  audit: 'session.revoke-others',
  answers: { 200: z.object({ ended: z.int() }) },
  errors: [],
})

export const getTwoFactor = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/account/two-factor',
  role: 'viewer',
  summary: 'Whether two-factor is on, and how many recovery codes are left',
  answers: { 200: z.object({ enabled: z.boolean(), recoveryCodesLeft: z.int() }) },
  errors: [],
})

export const beginTwoFactor = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/two-factor/begin',
  role: 'viewer',
  stepUp: true,
  summary: 'A new secret for the authenticator app; it takes effect with its first code (RFC 6238)',
  audit: null,
  answers: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ['conflict', 'password_needed'],
})

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const enableTwoFactor = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/two-factor/enable',
  role: 'viewer',
  stepUp: true,
  summary: 'Turn two-factor on with a code of the new secret; returns the recovery codes, once',
  audit: { done: 'account.two-factor-on', refused: 'account.second-factor' },
  body: z.object({ code: secondFactor }),
  answers: { 200: recoveryCodes },
  errors: ['invalid_fields', 'conflict', 'password_needed', 'rate_limited'],
})

export const disableTwoFactor = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/two-factor/disable',
  role: 'viewer',
  stepUp: true,
  summary: 'Turn two-factor off',
  audit: { done: 'account.two-factor-off', refused: 'account.second-factor' },
  body: z.object({ code: secondFactor }),
  answers: { 200: spoken },
  errors: ['invalid_fields', 'conflict', 'password_needed', 'rate_limited'],
})

export const renewRecoveryCodes = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  role: 'viewer',
  stepUp: true,
  summary: 'Replace the recovery codes',
  audit: { done: 'account.recovery-codes', refused: 'account.second-factor' },
  body: z.object({ code: secondFactor }),
  answers: { 200: recoveryCodes },
  errors: ['invalid_fields', 'conflict', 'password_needed', 'rate_limited'],
})

/** Which emails this admin receives; each needs a verified address and a mail server. */
export const mailPreferences = z.object({
  newSignIn: z.boolean(),
  /** Password, two-factor, recovery codes, email address or role changed, or the account was removed. */
  accountChange: z.boolean(),
})
export type MailPreferences = z.infer<typeof mailPreferences>

const preferencesAnswer = z.object({
  preferences: mailPreferences,
  /** Whether these mails can reach this admin now, and if not, why. */
  deliverable: z.enum(['yes', 'no_mail_server', 'no_address', 'address_unverified', 'mail_failing']),
})

export const getMailPreferences = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/account/mail-preferences',
  role: 'viewer',
  summary: 'Which emails this admin receives',
  answers: { 200: preferencesAnswer },
  errors: [],
})

export const saveMailPreferences = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/mail-preferences',
  role: 'viewer',
  summary: 'Choose which emails this admin receives; turning one off requires the password',
  audit: 'account.mail-preferences',
  body: mailPreferences,
  answers: { 200: preferencesAnswer },
  errors: ['invalid_fields', 'password_needed'],
})
