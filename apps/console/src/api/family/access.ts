import { type Answer, type Asked, asRows, asValues, notOffered, type Routes } from './route.ts'

const listPath = '/api/blocked-pubkeys'
/** Their list names its own keys with the store's prefix. */
const prefix = /^blocked_pubkey:/
const hex = /^[0-9a-f]{64}$/

async function readAll({ send }: Asked) {
  const { blocked_pubkeys } = asValues(await send({ method: 'GET', path: listPath, body: undefined }))
  return (
    asRows(blocked_pubkeys)
      .map(row => ({ ...row, pubkey: String(row.pubkey).replace(prefix, '') }))
      // It takes any text as a key.
      .filter(({ pubkey }) => hex.test(pubkey))
  )
}

/** Their call knows no search, no pages and no expiry. */
const list: Answer = async asked => {
  const { query } = asked
  const wanted = query.get('q')?.toLowerCase() ?? ''
  const all = query.get('expired') === '1' ? [] : await readAll(asked)
  const found = all.filter(row => `${row.pubkey} ${asValues(row).reason}`.toLowerCase().includes(wanted))
  const offset = Number(query.get('offset') ?? 0)
  return {
    blocked_pubkeys: found.slice(offset, query.has('limit') ? offset + Number(query.get('limit')) : undefined),
    count: found.length,
  }
}

/** A block ends there when it is lifted. */
const refuseMore = ({ expires_at, delete_events }: Readonly<Record<string, unknown>>) => {
  if (expires_at || delete_events) throw notOffered()
}

const add = async ({ send }: Asked, pubkey: unknown, reason: unknown) => {
  await send({ method: 'POST', path: listPath, body: { pubkey, reason: reason ?? '' } })
  return { pubkey, reason: reason ?? '', blocked_at: new Date().toISOString() }
}

const block: Answer = async asked => {
  refuseMore(asked.body)
  const blocked = await add(asked, asked.body.pubkey, asked.body.reason)
  return { message: `Pubkey ${blocked.pubkey} has been blocked`, blocked, deleted_events: 0 }
}

const blockMany: Answer = async asked => {
  const known = new Set((await readAll(asked)).map(({ pubkey }) => pubkey))
  const wanted = asRows(asked.body.blocks)
  for (const one of wanted) refuseMore(one)
  const blocked = []
  for (const { pubkey, reason } of wanted)
    if (!known.has(String(pubkey))) blocked.push(await add(asked, pubkey, reason))
  return { blocked, already: wanted.length - blocked.length }
}

const unblockMany: Answer = async asked => {
  const pubkeys = asked.body.pubkeys as readonly string[]
  const unblocked = (await readAll(asked)).filter(({ pubkey }) => pubkeys.includes(pubkey))
  for (const { pubkey } of unblocked)
    await asked.send({ method: 'DELETE', path: `${listPath}/${pubkey}`, body: undefined })
  return { unblocked, already: pubkeys.length - unblocked.length }
}

export const accessRoutes: Routes = {
  [`GET ${listPath}`]: list,
  [`POST ${listPath}`]: block,
  [`POST ${listPath}/block-many`]: blockMany,
  [`POST ${listPath}/unblock-many`]: unblockMany,
  [`DELETE ${listPath}/:pubkey`]: ({ send }) => send(),
}
