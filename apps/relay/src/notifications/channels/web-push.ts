import { createHash } from 'node:crypto'
import type { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { bodyOf, DeliveryError, type Message, type Send } from './channel.ts'
import { post } from './post.ts'
import { encryptPush, type PushKeys } from './push-encryption.ts'
import { type VapidKeys, vapidHeader } from './vapid.ts'

/** How long a push service keeps a message for a device that is off, seconds. */
const keptSeconds = 24 * 60 * 60
const titleCharsMax = 200
const bodyCharsMax = 700

export interface Subscription {
  readonly endpoint: string
  readonly keys: PushKeys
}

export interface WebPushParts {
  readonly requests: GuardedRequests
  readonly keys: VapidKeys
  readonly contact: () => string
  readonly now: () => number
}

/** Push notifications by the browsers' services (RFC 8030), encrypted for the device. */
export function webPush({ requests, keys, contact, now }: WebPushParts): Send {
  return async (message, { secret }) => {
    const subscription = JSON.parse(secret) as Subscription
    const endpoint = new URL(subscription.endpoint)
    const headers = {
      authorization: vapidHeader(keys, endpoint, { contact: contact(), now: now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: message.kinds.includes('security') ? 'high' : 'normal',
      // A repeated message replaces one that has not reached the device yet (RFC 8030, 5.4).
      topic: topicOf(message.id),
    }
    const body = sealed(message, subscription.keys)
    await post(requests, endpoint, { headers: { ...headers, 'content-length': String(body.length) }, body })
  }
}

function sealed(message: Message, keys: PushKeys): Buffer {
  const text = bodyOf(message).slice(0, bodyCharsMax)
  const payload = { id: message.id, title: message.title.slice(0, titleCharsMax), text, path: message.path }
  try {
    return encryptPush(Buffer.from(JSON.stringify(payload)), keys)
  } catch (cause) {
    throw new DeliveryError({ code: 'failed', text: (cause as Error).message }, { isTransient: false })
  }
}

/** At most 32 characters of base64url. */
const topicOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 32)
