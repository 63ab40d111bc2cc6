import { type Answer, type Asked, asRows, asValues, notOffered, type Routes, statusOf } from './route.ts'

/** Who may write, as servers of 2026-04 list them: a key with a tier, which is our reason. */
const pageSize = 100
const pagesMax = 1000
/** Their list takes no key without one. */
const usualTier = 'basic'
const hex = /^[0-9a-f]{64}$/

interface Entry {
  readonly value: string
  readonly reason: string
  readonly expires_at: null
  readonly created_at: string
  /** Hex; null for a word such as 'admin', which is then the name. */
  readonly created_by: string | null
  readonly created_by_name: string
}

async function readAll({ send }: Asked): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const path = `/api/allowed/users?page=${page}&pageSize=${pageSize}`
    const { allowed_users, pagination } = asValues(await send({ method: 'GET', path, body: undefined }))
    for (const { npub, tier, created_at, created_by } of asRows(allowed_users))
      if (hex.test(String(npub)))
        entries.push({
          value: String(npub),
          reason: String(tier ?? ''),
          expires_at: null,
          created_at: String(created_at),
          created_by: hex.test(String(created_by)) ? String(created_by) : null,
          created_by_name: hex.test(String(created_by)) ? '' : String(created_by ?? ''),
        })
    if (asValues(pagination).hasNext !== true) break
  }
  return entries
}

/** With the names of those who added them, where the server knows them. */
async function withNames(entries: readonly Entry[], { send }: Asked): Promise<readonly Entry[]> {
  const pubkeys = [...new Set(entries.flatMap(({ created_by }) => created_by ?? []))]
  if (pubkeys.length === 0) return entries
  const asked = { method: 'POST', path: '/api/profiles', body: { pubkeys } } as const
  const { profiles } = asValues(await send(asked).catch(() => ({})))
  const names = new Map(asRows(profiles).map(({ pubkey, name }) => [pubkey, String(name ?? '')]))
  return entries.map(entry => ({ ...entry, created_by_name: names.get(entry.created_by) || entry.created_by_name }))
}

const sorts: Readonly<Record<string, (one: Entry, other: Entry) => number>> = {
  newest: (one, other) => other.created_at.localeCompare(one.created_at),
  value: (one, other) => one.value.localeCompare(other.value),
}

const onlyAllowed =
  (answer: Answer): Answer =>
  asked => {
    if (asked.params[0] !== 'allowed-pubkeys') throw notOffered()
    return answer(asked)
  }

/** Their call knows no search and no expiry. */
const list: Answer = async asked => {
  const { query } = asked
  const wanted = query.get('q')?.toLowerCase() ?? ''
  const all = query.get('expired') === '1' ? [] : await readAll(asked)
  const found = all.filter(({ value, reason }) => `${value} ${reason}`.toLowerCase().includes(wanted))
  const sorted = found.toSorted(sorts[query.get('sort') ?? 'newest'] ?? sorts.newest)
  const offset = Number(query.get('offset') ?? 0)
  const end = query.has('limit') ? offset + Number(query.get('limit')) : undefined
  return { entries: await withNames(sorted.slice(offset, end), asked), count: found.length }
}

const put: Answer = async asked => {
  const known = new Map((await readAll(asked)).map(entry => [entry.value, entry]))
  const before: Entry[] = []
  const refused: { value: string; error: string }[] = []
  let added = 0
  for (const { value, reason, expires_at } of asRows(asked.body.entries)) {
    if (expires_at) throw notOffered()
    const key = String(value)
    const old = known.get(key)
    const body = { npub: key, tier: String(reason || old?.reason || usualTier) }
    try {
      await asked.send({ method: 'POST', path: '/api/allowed/add', body })
      if (old) before.push(old)
      else added += 1
    } catch (error) {
      if (statusOf(error) !== 400) throw error
      refused.push({ value: key, error: (error as Error).message })
    }
  }
  return { added, updated: before.length, before, refused }
}

const remove: Answer = async asked => {
  const values = asked.body.values as readonly string[]
  const there = (await readAll(asked)).filter(({ value }) => values.includes(value))
  for (const { value: npub } of there)
    await asked.send({ method: 'DELETE', path: '/api/allowed/remove', body: { npub } })
  return { removed: there.length }
}

export const allowedRoutes: Routes = {
  'GET /api/access/:list': onlyAllowed(list),
  'POST /api/access/:list': onlyAllowed(put),
  'DELETE /api/access/:list': onlyAllowed(remove),
}
