import {
  contentFilter,
  type Group,
  general,
  imageModeration,
  nestFeeder,
  ollama,
  relayInfo,
  wallet,
  xnostr,
} from './index.ts'

/** One value of their settings tree that is one of ours. */
export interface Leaf {
  readonly part: string
  /** Below the part; null: the part itself. */
  readonly branch: string | null
  readonly name: string
  readonly group: Group
  readonly key: string
  readonly give?: (value: never) => unknown
  readonly take?: (value: never) => unknown
}

const generatePath = '/api/generate'
const minutes = {
  give: (value: number) => value * 60,
  take: (value: unknown) => (typeof value === 'number' ? Math.ceil(value / 60) : value),
}
const ollamaUrl = {
  give: (url: string) => (url.endsWith(generatePath) ? url.slice(0, -generatePath.length) : url),
  take: (url: unknown) =>
    typeof url === 'string' && /^https?:\/\/[^/]+\/?$/.test(url) ? url.replace(/\/?$/, generatePath) : url,
}
const portNumber = { give: Number, take: (port: unknown) => (typeof port === 'number' ? String(port) : port) }

type Names = Readonly<Record<string, string | readonly [string, Pick<Leaf, 'give' | 'take'>]>>

function branch(part: string, branch: string | null, group: Group, names: Names): Leaf[] {
  return Object.entries(names).map(([name, ours]) => {
    const [key, turn] = typeof ours === 'string' ? [ours, {}] : ours
    return { part, branch, name, group, key, ...turn }
  })
}

export const leaves: readonly Leaf[] = [
  ...branch('relay', null, relayInfo, {
    name: 'relayname',
    description: 'relaydescription',
    contact: 'relaycontact',
    icon: 'relayicon',
    pubkey: 'relaypubkey',
    dht_key: 'relaydhtkey',
    software: 'relaysoftware',
    version: 'relayversion',
    supported_nips: 'relaysupportednips',
  }),
  ...branch('relay', null, general, { private_key: 'private_key', service_tag: 'service_tag' }),
  ...branch('server', null, general, {
    port: ['port', portNumber],
    web: 'web',
    demo: 'demo_mode',
    proxy: 'proxy',
    stats_db: 'relay_stats_db',
  }),
  ...branch('content_filtering', 'image_moderation', imageModeration, {
    enabled: 'enabled',
    mode: 'mode',
    threshold: 'threshold',
    concurrency: 'concurrency',
    api: 'api',
    check_interval_seconds: 'check_interval',
    timeout_seconds: 'timeout',
    temp_dir: 'temp_dir',
  }),
  ...branch('content_filtering', 'text_filter', contentFilter, {
    enabled: 'enabled',
    cache_size: 'cache_size',
    cache_ttl_seconds: ['cache_ttl', minutes],
    full_text_search_kinds: 'full_text_kinds',
  }),
  ...branch('external_services', 'moderator', imageModeration, { url: 'api' }),
  ...branch('external_services', 'ollama', ollama, { model: 'model', timeout: 'timeout', url: ['url', ollamaUrl] }),
  ...branch('external_services', 'nest_feeder', nestFeeder, {
    enabled: 'enabled',
    url: 'url',
    cache_size: 'cache_size',
    cache_ttl: 'cache_ttl',
    timeout: 'timeout',
  }),
  ...branch('external_services', 'wallet', wallet, { name: 'name', key: 'api_key' }),
  ...branch('external_services', 'xnostr', xnostr, { enabled: 'enabled', check_interval: 'check_interval' }),
]

/** Their forms send names with the group before them, or as the older dialect had them. */
const otherNames: Readonly<Record<string, string>> = {
  check_interval: 'check_interval_seconds',
  timeout: 'timeout_seconds',
  cache_ttl: 'cache_ttl_seconds',
  full_text_kinds: 'full_text_search_kinds',
}

/** The value sent for a leaf, or undefined. A prefixed name comes from the form itself and is newer. */
export function sentFor(leaf: Leaf, sent: Readonly<Record<string, unknown>>): unknown {
  const names = [leaf.name, ...Object.keys(otherNames).filter(name => otherNames[name] === leaf.name)]
  const prefixed = names.map(name => `${leaf.group.name}_${name}`)
  const found = [...prefixed, ...names].find(name => Object.hasOwn(sent, name))
  return found === undefined ? undefined : sent[found]
}
