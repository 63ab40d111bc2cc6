import type { User } from '@hornets/contract/admin/auth'
import { listeners } from '../../listeners.ts'
import { forgetBunker, keepBunker, readBunker } from '../signers/bunker/session.ts'

/** Who is signed in on this device. Keys and the invalid value are those of AUTH-04, AUTH-18 and CONST-22. */
export interface Session {
  readonly token: string
  readonly user: User
}

const tokenKey = 'accessToken'
const userKey = 'user'
/** Set while the screen is locked (lock.ts). */
export const lockKey = 'locked'
/** When somebody last did something, in ms since 1970 (idle.ts). */
export const activityKey = 'lastActivity'
/** So long nobody has to do anything before the session ends (AUTH-50, CONST-01). */
export const idleMs = 3_600_000
const placeholderToken = 'bearerToken'
/** IndexedDB database of what is shown without a relay (app/pwa). */
export const lastAnswersDatabase = 'last-answers'
/** What was found and chosen, payments among it (features/search). */
export const recentSearchesKey = 'recentSearches'
/** The wallet's token, and when it was given, in ms since 1970 (wallet-token.ts). */
export const walletTokenKey = 'walletToken'
export const walletTokenGivenKey = 'walletTokenGivenAt'
/** Unsaved edits of forms, in this tab, for the same person's return (drafts/). */
export const draftsKey = 'drafts'
/** A payment that has been posted and not answered, likewise (features/wallet/paying). */
export const unansweredKey = 'unansweredPayment'
/** Set by a logout that was asked for: other tabs then keep no edits. */
const loggedOutKey = 'loggedOut'

const { tell, listen } = listeners()
let known: { token: string | null; user: string | null; session: Session | null } | undefined

/** The session, or null unless both a user and a valid token are there (AUTH-07). The same object until it changes. */
export function readSession(): Session | null {
  const token = localStorage.getItem(tokenKey)
  const user = localStorage.getItem(userKey)
  if (known?.token !== token || known.user !== user || !known) {
    known = { token, user, session: parseSession(token, user) }
  }
  return known.session
}

/** Has nobody done anything in any tab for so long that the session is over? A clock that was set back since says nothing. */
export function isSessionIdle(): boolean {
  const last = Number(localStorage.getItem(activityKey))
  return last > 0 && Date.now() - last >= idleMs
}

/** Something of a session is left that is none any more: a user without a token, or the placeholder. */
export function hasLeftovers(): boolean {
  return !readSession() && (localStorage.getItem(tokenKey) !== null || localStorage.getItem(userKey) !== null)
}

/** Stands for what a stored user does not say (AUTH-53); its role `user` has no effect (AUTH-01). */
export const fallbackUser = {
  id: '',
  firstName: '',
  lastName: '',
  userName: '',
  email: { name: '', verified: false },
  role: 'user',
} as const

/** A session from the two stored texts; null where either is missing or makes no sense. */
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

/** Whose session it is, as hex; the demo's admin is somebody else. */
export const personOf = (session: Session | null): string | undefined =>
  session ? String(session.user.npub ?? session.user.id) : undefined

/** Of what the person before has left on this device nothing stays: above all not the wallet's token. */
export function saveSession(session: Session): void {
  const { token, user } = session
  if (personOf(readSession()) !== personOf(session)) {
    const bunker = readBunker()
    forgetPerson()
    if (bunker && bunker.pubkey === user.npub) keepBunker(bunker)
  }
  localStorage.setItem(tokenKey, token)
  localStorage.setItem(userKey, JSON.stringify(user))
  localStorage.setItem(activityKey, String(Date.now()))
  localStorage.removeItem(loggedOutKey)
  forgetDraftsOfOthers(personOf(session))
  forgetLock()
  tell()
}

/** Who is signed in is described otherwise now; still the same session, locked or not. */
export function saveUser(user: User): void {
  localStorage.setItem(userKey, JSON.stringify(user))
  tell()
}

export const forgetLock = () => localStorage.removeItem(lockKey)

/** @param byChoice whoever was signed in wanted it: then unsaved edits go, too */
export function clearSession(byChoice = false): void {
  if (byChoice) {
    localStorage.setItem(loggedOutKey, 'yes')
    forgetDrafts()
  }
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(userKey)
  localStorage.removeItem(activityKey)
  forgetLock()
  forgetPerson()
  tell()
}

/** Has whoever was signed in last logged out by choice, here or in another tab? */
export const wasLoggedOut = (): boolean => localStorage.getItem(loggedOutKey) !== null

/** All that waits in this tab for the same person; without that of one. */
export function forgetDrafts(exceptOf?: { readonly person: string | undefined }): void {
  const kept = exceptOf && JSON.stringify(exceptOf).slice(0, -1)
  for (const key of [draftsKey, unansweredKey])
    if (kept === undefined || !sessionStorage.getItem(key)?.startsWith(kept)) sessionStorage.removeItem(key)
}

/** Somebody else is here now: what the one before has left in this tab goes. */
export const forgetDraftsOfOthers = (person: string | undefined): void => forgetDrafts({ person })

function forgetPerson(): void {
  forgetBunker()
  localStorage.removeItem(walletTokenKey)
  localStorage.removeItem(walletTokenGivenKey)
  localStorage.removeItem(recentSearchesKey)
  forgetAnswers()
}

/** Calls back when the session changes, in this tab or in another. Returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === tokenKey || event.key === userKey) listener()
  }
  const stop = listen(listener)
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
    // Closed to us, as in some private windows: then nothing was kept either.
  }
}
