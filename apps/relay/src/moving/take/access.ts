import { ApiError } from '@hornets/server/api-error'
import type { AccessService } from '../../access/access-service.ts'
import type { ListsService } from '../../access/lists/lists-service.ts'
import type { Actor } from '../../audit/audit-log.ts'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import type { ThingReport } from '../move-report.ts'
import { asCount, asList, asObject, asText, type OldServer } from '../old-server.ts'

export interface AccessParts {
  readonly access: Pick<AccessService, 'isBlocked' | 'blockMany'>
  readonly lists: Pick<ListsService, 'isAllowed' | 'put'>
}

interface Listed {
  readonly key: string
  readonly reason: string
  readonly isReadOnly: boolean
}

const pageSize = 100
const pagesMax = 10_000
const reasonMax = 200
/** Some of their lists name the row in place of the key. */
const rowName = 'blocked_pubkey:'

/** Who is blocked and who may write, as the old server lists them. */
export async function readAccess(
  server: OldServer,
): Promise<{ blocked: readonly Listed[]; allowed: readonly Listed[] }> {
  const blocked = asList((await server.readObject('/api/blocked-pubkeys'))?.blocked_pubkeys)
  const allowed: Listed[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const answer = await server.readObject(`/api/allowed/users?page=${page}&pageSize=${pageSize}`)
    const users = asList(answer?.allowed_users)
    allowed.push(
      ...users.map(({ npub, tier, read_only }) => ({
        key: asText(npub),
        reason: asText(tier),
        isReadOnly: read_only === true,
      })),
    )
    const pages = asCount(asObject(answer?.pagination)?.totalPages) ?? 0
    if (users.length === 0 || page >= pages) break
  }
  return {
    blocked: blocked.map(({ pubkey, reason }) => ({
      key: asText(pubkey).replace(rowName, ''),
      reason: asText(reason),
      isReadOnly: false,
    })),
    allowed,
  }
}

/** Blocks and allows whom the old server blocked and allowed. */
export async function takeAccess(
  { access, lists }: AccessParts,
  server: OldServer,
  report: ThingReport,
  actor: Actor,
): Promise<void> {
  const { blocked, allowed } = await readAccess(server)
  report.begin(blocked.length + allowed.length)
  for (const { key, reason } of blocked) {
    const pubkey = toPubkeyHex(key)
    if (pubkey === null) report.leaveOut('invalid', key)
    else if (access.isBlocked(pubkey)) report.skip()
    else {
      const block = { pubkey, reason: reason.slice(0, reasonMax) }
      await access.blockMany([block], { actor, role: 'owner' }).then(
        () => report.take(),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          report.leaveOut('refused', `${key}: ${error.message}`)
        },
      )
    }
  }
  for (const { key, reason, isReadOnly } of allowed) {
    const pubkey = toPubkeyHex(key)
    if (pubkey === null) report.leaveOut('invalid', key)
    else if (isReadOnly) report.leaveOut('read_only', key)
    else if (lists.isAllowed(pubkey)) report.skip()
    else {
      await lists.put('allowed-pubkeys', [{ value: pubkey, reason: reason.slice(0, reasonMax) }], actor)
      report.take()
    }
  }
}
