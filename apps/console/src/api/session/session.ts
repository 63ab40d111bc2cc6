import type { User } from '@hornets/contract/admin/accounts/auth'
import { emitter } from '../../emitter.ts'
import { placeOfSession } from '../server/addresses.ts'
import { forgetBunker, keepBunker, readBunker } from '../signers/bunker/session.ts'

export interface Session {
  readonly token: string
  readonly user: User
}

const tokenKey = 'accessToken'
const userKey = 'user'
/** Set while the screen is locked (lock.ts). */
export const lockKey = 'locked'
/** Last activity, in ms since 1970 (idle.ts). */
export const activityKey = 'lastActivity'
/** Idle time that ends the session (AUTH-50, CONST-01). */
export const idleMs = 3_600_000
const placeholderToken = 'bearerToken'
/** IndexedDB database of data shown without a relay (app/pwa). */
export const lastAnswersDatabase = 'last-answers'
/** Recently found and chosen results, including payments (features/search). */
export const recentSearchesKey = 'recentSearches'
/** The wallet's token and its time of issue, in ms since 1970 (wallet-token.ts). */
export const walletTokenKey = 'walletToken'
export const walletTokenGivenKey = 'walletTokenGivenAt'
/** Unsaved edits of forms in this tab, for the same account's return (drafts/). */
export const draftsKey = 'drafts'
/** A sent payment without an answer, likewise (features/wallet/paying). */
export const unansweredKey = 'unansweredPayment'
/** What the server was found to be, if it is not of this project (server/server.ts). */
export const dialectKey = 'dialect'
const placeKey = 'sessionAt'
/** Set by a deliberate logout: other tabs then keep no edits. */
const loggedOutKey = 'loggedOut'

const { emit, subscribe } = emitter()
let known: { token: string | null; user: string | null; isHere: boolean; session: Session | null } | undefined

/** The session, or null unless user and token are valid (AUTH-07). The same object until it changes. */
export function readSession(): Session | null {
  const token = localStorage.getItem(tokenKey)
  const user = localStorage.getItem(userKey)
  // Another tab may have entered another address.
  const isHere = (localStorage.getItem(placeKey) ?? '') === placeOfSession()
  if (known?.token !== token || known.user !== user || known.isHere !== isHere) {
    known = { token, user, isHere, session: isHere ? parseSession(token, user) : null }
  }
  return known.session
}

/** Whether all tabs were idle long enough to end the session. A clock that was set back does not count. */
export function isSessionIdle(): boolean {
  const last = Number(localStorage.getItem(activityKey))
  return last > 0 && Date.now() - last >= idleMs
}

/** Remains of an invalid session: a user without a token, or the placeholder. */
export function hasLeftovers(): boolean {
  return !readSession() && (localStorage.getItem(tokenKey) !== null || localStorage.getItem(userKey) !== null)
}

/** Defaults for missing fields of a stored user (AUTH-53); its role `user` has no effect (AUTH-01). */
export const fallbackUser = {
  id: '',
  firstName: '',
  lastName: '',
  userName: '',
  email: { name: '', verified: false },
  role: 'user',
} as const

/** A session from the stored texts; null if either is missing or malformed. */
export function parseSession(token: string | null, user: string | null): Session | null {
  if (!token || token === placeholderToken || !user) return null
  try {
    const parsed: unknown = JSON.parse(user)
    return typeof parsed === 'object' && parsed !== null
      ? { token, user: { ...fallbackUser, ...(parsed as User) } }
      : null
  } catch {
    return null
  }
}

/** The session's owner, as hex; the demo's admin counts as another account. */
export const accountOf = (session: Session | null): string | undefined =>
  session ? String(session.user.npub ?? session.user.id) : undefined

/** Removes everything the previous account left on this device, above all the wallet's token. */
export function saveSession(session: Session): void {
  const { token, user } = session
  if (accountOf(readSession()) !== accountOf(session)) {
    const bunker = readBunker()
    forgetAccount()
    if (bunker && bunker.pubkey === user.npub) keepBunker(bunker)
  }
  localStorage.setItem(tokenKey, token)
  localStorage.setItem(userKey, JSON.stringify(user))
  localStorage.setItem(placeKey, placeOfSession())
  localStorage.setItem(activityKey, String(Date.now()))
  localStorage.removeItem(loggedOutKey)
  forgetDraftsOfOthers(accountOf(session))
  forgetLock()
  emit()
}

export function saveUser(user: User): void {
  localStorage.setItem(userKey, JSON.stringify(user))
  emit()
}

export const forgetLock = () => localStorage.removeItem(lockKey)

/** @param byChoice the user logged out deliberately: then unsaved edits are removed too */
export function clearSession(byChoice = false): void {
  if (byChoice) {
    localStorage.setItem(loggedOutKey, 'yes')
    forgetDrafts()
  }
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(userKey)
  localStorage.removeItem(activityKey)
  localStorage.removeItem(dialectKey)
  localStorage.removeItem(placeKey)
  forgetLock()
  forgetAccount()
  emit()
}

/** Whether the last user logged out deliberately, here or in another tab. */
export const wasLoggedOut = (): boolean => localStorage.getItem(loggedOutKey) !== null

/** Removes what waits in this tab for the same account's return, except for one account. */
export function forgetDrafts(exceptOf?: { readonly account: string | undefined }): void {
  const kept = exceptOf && JSON.stringify(exceptOf).slice(0, -1)
  for (const key of [draftsKey, unansweredKey])
    if (kept === undefined || !sessionStorage.getItem(key)?.startsWith(kept)) sessionStorage.removeItem(key)
}

/** Somebody else is signed in: removes what others left in this tab. */
export const forgetDraftsOfOthers = (account: string | undefined): void => forgetDrafts({ account })

function forgetAccount(): void {
  forgetBunker()
  localStorage.removeItem(walletTokenKey)
  localStorage.removeItem(walletTokenGivenKey)
  localStorage.removeItem(recentSearchesKey)
  forgetAnswers()
}

/** Calls back when the session changes, in any tab. Returns a function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === tokenKey || event.key === userKey) listener()
  }
  const stop = subscribe(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
  }
}

function forgetAnswers(): void {
  try {
    indexedDB.deleteDatabase(lastAnswersDatabase)
  } catch {
    // Storage is unavailable, as in some private windows: then nothing was stored.
  }
}
