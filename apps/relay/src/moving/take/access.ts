import type { AccessService } from '../../access/access-service.ts'
import type { ListsService } from '../../access/lists/lists-service.ts'
import type { Actor } from '../../audit/audit-log.ts'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import { asCount, asObject, asText, type Json, readList } from '../answer-parts.ts'
import type { ThingReport } from '../move-report.ts'
import { type OldServer, ServerFault } from '../old-server.ts'

export interface AccessParts {
  readonly access: Pick<AccessService, 'isBlocked' | 'blockMany'>
  readonly lists: Pick<ListsService, 'isAllowed' | 'put'>
}

interface Listed {
  readonly pubkey: string
  readonly reason: string
}

interface Taking {
  readonly server: OldServer
  readonly report: ThingReport
  readonly actor: Actor
  readonly signal: AbortSignal
}

const blockedPath = '/api/blocked-pubkeys'
const blockedBytesMax = 32 * 2 ** 20
const pageSize = 100
const pagesMax = 10_000
const reasonMax = 200
/** Of one transaction. */
const keptAtOnce = 500
/** Some of their lists name the row in place of the key. */
const rowName = 'blocked_pubkey:'

/** How many keys the old server lists; null where it does not say. Throws ApiError. */
export async function countAccess(server: OldServer): Promise<number | null> {
  try {
    const blocked = await server.readList(blockedPath, 'blocked_pubkeys', blockedBytesMax)
    const { pagination, allowed_users } = (await server.readObject(allowedPath(1))) ?? {}
    return blocked.length + (asCount(asObject(pagination)?.totalItems) ?? readList(allowed_users).length)
  } catch (error) {
    if (error instanceof ServerFault) return null
    throw error
  }
}

/** Blocks and allows whom the old server blocked and allowed: many at a time, a page in memory. Throws ApiError. */
export async function takeAccess(parts: AccessParts, taking: Taking): Promise<void> {
  const { server, report, signal } = taking
  report.begin(await countAccess(server))
  try {
    const rows = await server.readList(blockedPath, 'blocked_pubkeys', blockedBytesMax)
    for (let at = 0; at < rows.length && !signal.aborted; at += keptAtOnce)
      await block(parts, rows.slice(at, at + keptAtOnce), taking)
    for await (const page of allowedPages(server)) {
      if (signal.aborted) return
      await allow(parts, page, taking)
    }
  } catch (error) {
    if (!(error instanceof ServerFault)) throw error
    report.leaveOut('not_given', error.at)
  }
}

const allowedPath = (page: number) => `/api/allowed/users?page=${page}&pageSize=${pageSize}`

/** Several pages at a time; it ends where the old server repeats itself. */
async function* allowedPages(server: OldServer): AsyncGenerator<readonly Json[]> {
  let users: Json[] = []
  let first = ''
  for (let page = 1; page <= pagesMax; page += 1) {
    const answer = await server.readObject(allowedPath(page))
    const found = readList(answer?.allowed_users).slice(0, pageSize)
    const isRepeated = page > 1 && asText(found[0]?.npub) === first
    first = asText(found[0]?.npub)
    if (!isRepeated) users.push(...found)
    const isLast = isRepeated || found.length === 0 || page >= (asCount(asObject(answer?.pagination)?.totalPages) ?? 0)
    if (isLast || users.length >= keptAtOnce) {
      yield users
      users = []
    }
    if (isLast) return
  }
}

async function block({ access }: AccessParts, rows: readonly Json[], { report, actor }: Taking): Promise<void> {
  const wanted = new Map<string, Listed>()
  for (const { pubkey: given, reason } of rows) {
    const key = asText(given).replace(rowName, '')
    const pubkey = toPubkeyHex(key)
    if (pubkey === null) report.leaveOut('invalid', key)
    else if (access.isBlocked(pubkey) || wanted.has(pubkey)) report.skip()
    else wanted.set(pubkey, { pubkey, reason: asText(reason).slice(0, reasonMax) })
  }
  await access.blockMany([...wanted.values()], { actor, role: 'owner' })
  report.take(wanted.size)
}

async function allow({ lists }: AccessParts, rows: readonly Json[], { report, actor }: Taking): Promise<void> {
  const wanted = new Map<string, { readonly value: string; readonly reason: string }>()
  for (const { npub, tier, read_only } of rows) {
    const key = asText(npub)
    const pubkey = toPubkeyHex(key)
    if (pubkey === null) report.leaveOut('invalid', key)
    else if (read_only === true) report.leaveOut('read_only', key)
    else if (lists.isAllowed(pubkey) || wanted.has(pubkey)) report.skip()
    else wanted.set(pubkey, { value: pubkey, reason: asText(tier).slice(0, reasonMax) })
  }
  await lists.put('allowed-pubkeys', [...wanted.values()], actor)
  report.take(wanted.size)
}
