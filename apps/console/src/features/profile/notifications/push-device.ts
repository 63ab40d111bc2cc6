import type { addDevice } from '@hornets/contract/admin/notifications/delivery'
import type { BodyOf } from '@hornets/contract/endpoint'

/** Whether this device can receive push notifications, and does. */
export type PushState =
  /** The page is not served by https. */
  | 'insecure'
  /** The browser has none; on an iPhone only the installed app has. */
  | 'unsupported'
  | 'denied'
  | 'off'
  | 'on'

/** How long to wait for the service worker, which starts once the first page is shown, ms. */
const workerMs = 10_000

export interface PushDevice {
  readonly state: PushState
  /** SHA-256 of its endpoint, hex; only while it is on. */
  readonly digest?: string
}

export async function readPushDevice(): Promise<PushDevice> {
  if (!window.isSecureContext) return { state: 'insecure' }
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return { state: 'unsupported' }
  if (Notification.permission === 'denied') return { state: 'denied' }
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? { state: 'on', digest: await digestOf(subscription.endpoint) } : { state: 'off' }
}

/** Undefined if permission is refused. Throws if the browser's push service cannot be reached. */
export async function subscribe(pushKey: string): Promise<BodyOf<typeof addDevice>['subscription'] | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await startedWorker()
  // One made with another key, for another relay at this address, is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint = '', keys } = made.toJSON()
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

function startedWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The service worker has not started')), workerMs)
    navigator.serviceWorker.ready.then(registration => {
      clearTimeout(timer)
      resolve(registration)
    }, reject)
  })
}

async function digestOf(endpoint: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
