import {
  contentFilter,
  fieldKey,
  type Group,
  secretMask,
  settingsGroups,
  wireKey,
} from '@hornets/contract/admin/settings'
import { type Leaf, leaves, sentFor } from '@hornets/contract/admin/settings/tree-leaves'
import type { Dialect } from '../server/other-server.ts'
import { type Answer, type Asked, asValues, type Routes } from './route.ts'

type Values = Readonly<Record<string, unknown>>

/** What the older server has of each group; other groups are empty there, or unknown. */
const older: Readonly<Record<string, readonly string[]>> = {
  general: ['port', 'private_key', 'service_tag', 'relay_stats_db', 'proxy', 'demo_mode', 'web'],
  relay_info: [
    'relayname',
    'relaydescription',
    'relaycontact',
    'relaypubkey',
    'relaydhtkey',
    'relaysoftware',
    'relayversion',
    'relaysupportednips',
  ],
  image_moderation: ['enabled', 'mode', 'threshold', 'timeout', 'check_interval', 'concurrency', 'api', 'temp_dir'],
  content_filter: ['enabled', 'cache_size', 'cache_ttl', 'full_text_kinds'],
  ollama: ['model', 'timeout', 'url'],
  wallet: ['name', 'api_key'],
}

/** Leaves of the tree that the newer server does not have. */
const notNewer = ['pubkey', 'proxy', 'stats_db', 'temp_dir', 'api']
const treeLeaves = leaves.filter(
  ({ group, name }) => !['nest_feeder', 'xnostr'].includes(group.name) && !notNewer.includes(name),
)

/** The fields of the settings that the server has: `relay_info.relayname`. */
export const fieldsOf = (dialect: Dialect): readonly string[] =>
  dialect === '2025-05'
    ? Object.entries(older).flatMap(([group, keys]) => keys.map(key => `${group}.${key}`))
    : treeLeaves.map(({ group, key }) => `${group.name}.${key}`)

const groupNamed = (name: string | undefined): Group | undefined => settingsGroups.find(group => group.name === name)

const saved = { message: '', restart: [] }

/** Secrets come in plain text: they are not shown. Keys that belong elsewhere are left out (FAMILY-06). */
function shown(group: Group, values: Values): Values {
  const own = Object.entries(values).filter(([key]) => Object.hasOwn(group.fields, key))
  return Object.fromEntries(own.map(([key, value]) => [key, group.fields[key]?.secret && value ? secretMask : value]))
}

/** What was sent, by field, without untouched secrets and what the server does not have. */
function changesOf(group: Group, sent: Values, stored: Values): Values {
  const named = Object.entries(sent).map(([posted, value]) => [fieldKey(group, posted), value] as const)
  const isTheirs = (key: string) => Object.hasOwn(group.fields, key) && Object.hasOwn(stored, key)
  return Object.fromEntries(named.filter(([key, value]) => isTheirs(key) && value !== secretMask))
}

/** Not in the answer until it is saved once. */
const unsaved: Readonly<Record<string, Values>> = { [contentFilter.name]: { full_text_kinds: [] } }

async function readGroup(group: Group, { send }: Asked): Promise<Values> {
  const values = asValues(asValues(await send({ method: 'GET', body: undefined }))[group.name])
  return { ...unsaved[group.name], ...values }
}

/** 2025-05: nine groups. The whole group is sent, because a server may lose what is left out. */
export const settingsOfGroups: Routes = {
  'GET /api/settings/:group': async asked => {
    const group = groupNamed(asked.params[0])
    if (!group) return asked.send()
    return { [group.name]: shown(group, await readGroup(group, asked)) }
  },
  'POST /api/settings/:group': async asked => {
    const group = groupNamed(asked.params[0])
    if (!group) return asked.send()
    const stored = await readGroup(group, asked)
    const own = Object.fromEntries(Object.entries(stored).filter(([key]) => Object.hasOwn(group.fields, key)))
    const values = { ...own, ...changesOf(group, asValues(asked.body[group.name]), stored) }
    const body = Object.fromEntries(Object.entries(values).map(([key, value]) => [wireKey(group, key), value]))
    await asked.send({ body: { [group.name]: body } })
    return saved
  },
}

export async function readTree({ send }: Asked): Promise<Readonly<Record<string, Values>>> {
  const { settings } = asValues(await send({ method: 'GET', path: '/api/settings', body: undefined }))
  return Object.fromEntries(Object.entries(asValues(settings)).map(([name, part]) => [name, asValues(part)]))
}

/** Sends whole parts, with everything that was read. */
export const saveTree = ({ send }: Asked, settings: Readonly<Record<string, Values>>): Promise<unknown> =>
  send({ method: 'POST', path: '/api/settings', body: { settings } })

const branchOf = (tree: Readonly<Record<string, Values>>, { part, branch }: Leaf): Values =>
  branch === null ? (tree[part] ?? {}) : asValues(tree[part]?.[branch])

function groupInTree(group: Group, tree: Readonly<Record<string, Values>>): Values {
  const found = treeLeaves.filter(leaf => leaf.group === group && Object.hasOwn(branchOf(tree, leaf), leaf.name))
  return Object.fromEntries(
    found.map(leaf => {
      const value = branchOf(tree, leaf)[leaf.name]
      return [leaf.key, leaf.take ? leaf.take(value as never) : value]
    }),
  )
}

const ofTree: Answer = async asked => {
  const group = groupNamed(asked.params[0])
  if (!group) return asked.send()
  return { [group.name]: shown(group, groupInTree(group, await readTree(asked))) }
}

const intoTree: Answer = async asked => {
  const group = groupNamed(asked.params[0])
  if (!group) return asked.send()
  const tree = await readTree(asked)
  const before = groupInTree(group, tree)
  const changes = changesOf(group, asValues(asked.body[group.name]), before)
  const parts: Record<string, Values> = {}
  for (const leaf of treeLeaves.filter(({ group: { name } }) => name === group.name)) {
    const value = sentFor({ ...leaf, name: leaf.key }, changes)
    if (value === undefined || !Object.hasOwn(branchOf(tree, leaf), leaf.name)) continue
    if (JSON.stringify(value) === JSON.stringify(before[leaf.key])) continue
    const part = parts[leaf.part] ?? tree[leaf.part] ?? {}
    const given = leaf.give ? leaf.give(value as never) : value
    parts[leaf.part] =
      leaf.branch === null
        ? { ...part, [leaf.name]: given }
        : { ...part, [leaf.branch]: { ...asValues(part[leaf.branch]), [leaf.name]: given } }
  }
  if (Object.keys(parts).length > 0) await saveTree(asked, parts)
  return saved
}

export const settingsOfTree: Routes = { 'GET /api/settings/:group': ofTree, 'POST /api/settings/:group': intoTree }
