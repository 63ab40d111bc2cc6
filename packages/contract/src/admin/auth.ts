import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { hex64, nostrEvent } from '../nostr.ts'

/** A public key as people give it: hex or npub; the server normalises to hex. */
export const pubkeyInput = z
  .string({ error: messages.npubRequired })
  .trim()
  .min(1, messages.npubRequired)
  .regex(/^([0-9a-fA-F]{64}|npub1[02-9ac-hj-np-z]{58})$/, messages.pubkeyInvalid)

export const password = z.string({ error: messages.passwordRequired }).min(1, messages.passwordRequired).max(1024)

/** Eight characters, upper and lower case and a number (PROFILE-07, R-07). */
export const newPassword = password
  .min(8, messages.passwordRule)
  .regex(/(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\p{Nd})/su, messages.passwordRule)

/** The signed-in admin (PROFILE-01). Empty strings where nothing has been filled in. */
export const user = z.object({
  id: z.string(),
  npub: hex64,
  role: z.enum(['owner', 'operator', 'moderator', 'viewer']),
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

const unsignedEvent = z.object({
  kind: z.literal(1),
  pubkey: hex64,
  created_at: z.number().int(),
  tags: z.array(z.array(z.string())),
  content: z.string(),
})
export type UnsignedEvent = z.infer<typeof unsignedEvent>

const tag = 'Sign-in'

export const userExist = defineEndpoint({
  method: 'GET',
  path: '/user-exist',
  tag,
  summary: 'Has this relay been claimed, and may the caller claim it?',
  access: 'public',
  answers: {
    200: z.object({
      exists: z.boolean(),
      allowSignup: z.boolean(),
      /** The caller is not on this machine, so that signing up needs the printed setup token. */
      setupTokenRequired: z.boolean(),
      message: z.string(),
    }),
  },
  errors: ['rate_limited'],
})

export const signup = defineEndpoint({
  method: 'POST',
  path: '/signup',
  tag,
  summary: 'Claim the relay: create its first admin',
  access: 'public',
  body: z
    .object({
      npub: pubkeyInput,
      password: newPassword,
      confirmPassword: password,
      termOfUse: z.literal(true),
      setupToken: z.string().max(200).optional(),
    })
    .refine(body => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      error: messages.passwordsDiffer,
    }),
  answers: { 201: z.object({ message: z.string() }) },
  errors: ['invalid_fields', 'signup_closed', 'setup_token_required', 'rate_limited'],
})

export const login = defineEndpoint({
  method: 'POST',
  path: '/login',
  tag,
  summary: 'First step of signing in: the password; answers an event to sign',
  access: 'public',
  body: z.object({ npub: pubkeyInput, password }),
  answers: { 200: z.object({ event: unsignedEvent }) },
  errors: ['invalid_fields', 'invalid_credentials', 'rate_limited'],
})

export const verify = defineEndpoint({
  method: 'POST',
  path: '/verify',
  tag,
  summary: 'Second step of signing in: the signed challenge; answers a token',
  access: 'public',
  body: z.object({
    challenge: z.string().min(1).max(200),
    signature: z.string().max(200),
    messageHash: z.string().max(200),
    event: nostrEvent,
  }),
  answers: { 200: z.object({ token: z.string(), user }) },
  errors: ['invalid_credentials', 'rate_limited'],
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/logout',
  tag,
  summary: 'Revoke the token of this call',
  access: 'session',
  answers: { 200: z.object({ message: z.string() }) },
  errors: [],
})
