import type { Endpoint } from '../endpoint.ts'
import type { Role } from './auth.ts'

export interface Permission {
  /** The least role that may call. */
  readonly role: Role
  /** Asks for the password again when it was last given over 10 minutes ago. */
  readonly stepUp?: true
}

/** From the least to the most: each may do all that those before it may. */
const ranks: readonly Role[] = ['viewer', 'moderator', 'operator', 'owner']

/**
 * Who may call what: the one table that the server checks every session call against, and the console shows by. A session
 * call that does not stand here is refused to everybody. What an admin does to their own account any role may.
 */
const permissions: Readonly<Record<string, Permission>> = {
  'POST /logout': { role: 'viewer' },
  'GET /api/account': { role: 'viewer' },
  'POST /api/account/profile': { role: 'viewer' },
  'GET /api/account/nostr-profile': { role: 'viewer' },
  'POST /api/account/email/verification': { role: 'viewer' },
  'POST /api/account/email/confirmation': { role: 'viewer' },
  'POST /api/account/confirm-password': { role: 'viewer' },
  'POST /api/account/password': { role: 'viewer' },
  'GET /api/account/sessions': { role: 'viewer' },
  'DELETE /api/account/sessions/:id': { role: 'viewer' },
  'POST /api/account/sessions/revoke-others': { role: 'viewer' },
  'GET /api/account/two-factor': { role: 'viewer' },
  'POST /api/account/two-factor/begin': { role: 'viewer', stepUp: true },
  'POST /api/account/two-factor/enable': { role: 'viewer', stepUp: true },
  'POST /api/account/two-factor/disable': { role: 'viewer', stepUp: true },
  'POST /api/account/two-factor/recovery-codes': { role: 'viewer', stepUp: true },
  'GET /api/account/mail-preferences': { role: 'viewer' },
  'POST /api/account/mail-preferences': { role: 'viewer' },

  'GET /api/admins': { role: 'owner' },
  'POST /api/admins/invitations': { role: 'owner', stepUp: true },
  'DELETE /api/admins/invitations/:id': { role: 'owner' },
  'POST /api/admins/:id': { role: 'owner', stepUp: true },
  'DELETE /api/admins/:id': { role: 'owner', stepUp: true },

  'GET /api/audit': { role: 'operator' },
  'GET /api/audit/filters': { role: 'operator' },
  'GET /api/audit/export': { role: 'operator' },
  'GET /api/audit/verification': { role: 'operator' },

  'GET /api/settings/:group': { role: 'viewer' },
  // A setting of the owner's asks for the password again, and is for an owner to change (`roleForSetting`).
  'POST /api/settings/:group': { role: 'operator' },
  'GET /api/relay-settings': { role: 'viewer' },
  'POST /api/relay-settings': { role: 'operator' },
  'GET /api/blocked-pubkeys': { role: 'viewer' },
  // To delete what the author has stored asks for the password again (access/routes.ts).
  'POST /api/blocked-pubkeys': { role: 'moderator' },
  'GET /api/blocked-pubkeys/:pubkey/stored-events': { role: 'moderator' },
  'DELETE /api/blocked-pubkeys/:pubkey': { role: 'moderator' },
  'POST /api/blocked-pubkeys/block-many': { role: 'moderator' },
  'POST /api/blocked-pubkeys/unblock-many': { role: 'moderator', stepUp: true },

  'GET /api/barchartdata': { role: 'viewer' },
  'GET /api/activitydata': { role: 'viewer' },
  'GET /api/relaycount': { role: 'viewer' },
  'GET /api/relay/count': { role: 'viewer' },
  'GET /api/timeseries': { role: 'viewer' },
  'GET /api/kinds': { role: 'viewer' },
  'GET /api/kind-trend/:kind': { role: 'viewer' },
  'GET /api/traffic': { role: 'viewer' },
  'GET /api/search': { role: 'viewer' },
  'GET /api/events/:id': { role: 'viewer' },
  'GET /api/status': { role: 'viewer' },
  'GET /api/live': { role: 'viewer' },

  'GET /api/balance/usd': { role: 'viewer' },
  'GET /api/transactions/latest': { role: 'viewer' },
  'GET /api/addresses': { role: 'viewer' },
  'GET /api/pending-transactions': { role: 'viewer' },
  'POST /api/pending-transactions': { role: 'owner' },
  'DELETE /api/pending-transactions/:txid': { role: 'owner' },
  'POST /api/replacement-transactions': { role: 'owner' },
  'GET /api/bitcoin-rates/last-30-days': { role: 'viewer' },
}

/**
 * Calls of the wallet service that the relay hands on only to a signed-in owner: they pay, sign, or make and open the
 * keys. The wallet asks for its own token besides, whoever calls.
 */
const walletPermissions: Readonly<Record<string, Permission>> = {
  'POST /setup': { role: 'owner', stepUp: true },
  'POST /unlock': { role: 'owner', stepUp: true },
  'POST /backup': { role: 'owner', stepUp: true },
  'POST /transaction': { role: 'owner', stepUp: true },
  'POST /psbt': { role: 'owner', stepUp: true },
  'POST /psbt/finish': { role: 'owner', stepUp: true },
  'POST /security/operators': { role: 'owner', stepUp: true },
}

/**
 * Settings that are the owner's, by group and key: whoever sets them says whom the wallet obeys, so where payments to the
 * owner go, who the relay is, and whether and where its console can be reached: they can shut everybody out, owners too.
 * Every secret stands here.
 */
const settingsOfOwners: Readonly<Record<string, readonly string[]>> = {
  general: ['port', 'private_key', 'web'],
  wallet: ['api_key'],
}

/** The least role that may change this setting; `key` is without prefix. */
export function roleForSetting(group: string, key: string): Role {
  return settingsOfOwners[group]?.includes(key)
    ? 'owner'
    : (permissions['POST /api/settings/:group'] as Permission).role
}

/** Carries the admin's token (`Bearer …`) to the relay with a call of the wallet service, whose own one is in Authorization. */
export const adminAuthorizationHeader = 'x-admin-authorization'

/** Of a call of the wallet service; undefined where the wallet's own token is enough. */
export function walletPermissionOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Permission | undefined {
  return walletPermissions[`${method} ${path}`]
}

export function permissionOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Permission | undefined {
  return permissions[`${method} ${path}`]
}

/** May this role call what needs that one? */
export function isAtLeast(role: Role, least: Role): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(least)
}

/** May this role make the call? */
export function mayCall(role: Role, endpoint: Pick<Endpoint, 'method' | 'path'>): boolean {
  const permission = permissionOf(endpoint)
  return permission !== undefined && isAtLeast(role, permission.role)
}
