import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { messages } from '../../messages.ts'
import { isAtLeast, type Role } from '../../roles.ts'

const session = { tag: 'Account', access: 'session', role: 'viewer' } as const
/** RFC 3339, UTC. */
const timestamp = z.string()

export const noticeKinds = ['payments', 'reports', 'health', 'security'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const deliveryChannels = ['push', 'nostr', 'mail', 'webhook'] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]

/** The role from which a kind is for an admin; also checked when a notification is sent. */
const leastRole: Readonly<Record<NoticeKind, Role>> = {
  payments: 'operator',
  reports: 'moderator',
  health: 'operator',
  security: 'viewer',
}

export const kindsFor = (role: Role): readonly NoticeKind[] =>
  noticeKinds.filter(kind => isAtLeast(role, leastRole[kind]))

/** Mails about one's account have their own preferences (`saveMailPreferences`). */
export const isOffered = (kind: NoticeKind, channel: DeliveryChannel): boolean =>
  kind !== 'security' || channel !== 'mail'

const chosen = z.array(z.enum(deliveryChannels)).check(z.maxLength(deliveryChannels.length))
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Non-urgent notifications wait until these hours end. `from` later than `to`: over midnight. */
export const quietHours = z
  .object({
    from: clockTime,
    to: clockTime,
    zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, messages.timeZoneUnknown)),
  })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], error: messages.quietHoursEmpty }))
export type QuietHours = z.infer<typeof quietHours>

export const deliveryPreferences = z.object({
  channels: z.object({ payments: chosen, reports: chosen, health: chosen, security: chosen }),
  quiet: z.nullable(quietHours),
})
export type DeliveryPreferences = z.infer<typeof deliveryPreferences>

export const deliveryFailure = z.object({
  code: z.enum([
    /** The address leads to this machine or a private network. */
    'private',
    /** The operator does not allow its port (FETCH_PORTS). */
    'port',
    'unreachable',
    /** The server answered with `status` and `text`. */
    'refused',
    'redirect',
    /** The device no longer exists at its push service. */
    'gone',
    'mail',
    'no_mail_server',
    'no_address',
    'address_unverified',
    /** This relay publishes nothing (demo). */
    'off',
    'failed',
  ]),
  status: z.optional(z.int()),
  /** At most 200 characters of the server's answer. */
  text: z.optional(z.string()),
})
export type DeliveryFailure = z.infer<typeof deliveryFailure>

export const deliveryAttempt = z.object({
  at: timestamp,
  /** Milliseconds. */
  took: z.int(),
  failure: z.optional(deliveryFailure),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>

export const deliveryTarget = z.object({
  /** `nostr` and `mail`, or the id of a device or webhook. */
  id: z.string(),
  channel: z.enum(deliveryChannels),
  /** The admin's npub or mail address, the device's name, the webhook's host: its address is a secret. */
  name: z.string(),
  createdAt: z.optional(timestamp),
  /** SHA-256 of a push endpoint, hex, so that a device recognises itself. */
  digest: z.optional(z.string()),
  attempts: z.array(deliveryAttempt),
  /** Notifications that wait: for the end of quiet hours, or for another attempt. */
  waiting: z.int(),
  /** Notifications given up in the last 30 days, after a day of attempts. */
  givenUp: z.int(),
})
export type DeliveryTarget = z.infer<typeof deliveryTarget>

const settings = z.object({
  preferences: deliveryPreferences,
  kinds: z.array(z.enum(noticeKinds)),
  targets: z.array(deliveryTarget),
  /** Public key for push subscriptions (VAPID, RFC 8292): 65 bytes, base64url. */
  pushKey: z.string(),
})
export type DeliverySettings = z.infer<typeof settings>

export const getDelivery = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/account/delivery',
  summary: 'How notifications reach this admin, and the state of the last ones',
  staleOn: ['account', 'delivery'],
  answers: { 200: settings },
  errors: [],
})

export const saveDelivery = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/delivery',
  summary: 'Choose channels and quiet hours; turning one off for security requires the password',
  demo: 'plays',
  audit: 'account.delivery',
  body: deliveryPreferences,
  answers: { 200: settings },
  errors: ['invalid_fields', 'password_needed'],
})

const base64url = (characters: number) => z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}=*$`)))
const address = z.string().check(z.maxLength(2000), z.refine(isCallable, messages.callableAddressInvalid))

/** A subscription of the browser's push service (W3C Push API). */
export const addDevice = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/delivery/devices',
  summary: 'Send push notifications to this device too',
  stepUp: true,
  audit: 'account.add-device',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    subscription: z.object({ endpoint: address, keys: z.object({ p256dh: base64url(87), auth: base64url(22) }) }),
  }),
  answers: { 200: settings },
  errors: ['conflict', 'password_needed'],
})

export const addWebhook = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/delivery/webhooks',
  summary: 'Post notifications to an address; returns the secret that signs them, only here (Standard Webhooks)',
  stepUp: true,
  audit: 'account.add-webhook',
  body: z.object({ url: address }),
  answers: { 200: z.object({ id: z.string(), secret: z.string(), settings }) },
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const removeTarget = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/account/delivery/targets/:id',
  summary: 'Remove a device or webhook',
  audit: 'account.remove-target',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answers: { 200: settings },
  errors: ['not_found', 'password_needed'],
})

export const testTarget = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/account/delivery/test',
  summary: 'Send a test notification now and report the result',
  audit: null,
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answers: { 200: deliveryAttempt },
  errors: ['not_found'],
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}

/** https without a password; http for onion services only, which are encrypted themselves. */
function isCallable(given: string): boolean {
  const url = URL.parse(given)
  if (url?.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname.endsWith('.onion'))
}
