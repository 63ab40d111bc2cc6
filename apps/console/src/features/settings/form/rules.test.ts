import { type Field, settingsGroups } from '@hornets/contract/admin/settings'
import { servedNips } from '@hornets/contract/nostr'
import { describe, expect, it } from 'vitest'
import german from '../../../i18n/de.json'
import english from '../../../i18n/en.json'

/** Written by hand, so that a text in the wrong language or of another field shows. */
const inGerman: Readonly<Record<string, string>> = {
  'Please enter the API endpoint': 'Bitte geben Sie den API-Endpunkt ein',
  'Value must be between 0 and 1': 'Der Wert muss zwischen 0 und 1 liegen',
  'Value must be at least 1': 'Der Wert muss mindestens 1 sein',
  'Value must be at least 100': 'Der Wert muss mindestens 100 sein',
  'This field is required!': 'Dieses Feld ist erforderlich!',
  'Please enter a valid URL': 'Bitte geben Sie eine gültige URL ein',
  'Please select an Ollama model': 'Bitte wählen Sie ein Ollama-Modell',
  'Please enter a wallet name': 'Bitte geben Sie einen Namen für das Wallet ein',
  'Please enter the wallet API key': 'Bitte geben Sie den API-Schlüssel des Wallets ein',
  'Please enter the private key': 'Bitte geben Sie den privaten Schlüssel ein',
  'Please enter the relay name': 'Bitte geben Sie den Namen des Relays ein',
  'Please enter the relay public key': 'Bitte geben Sie den öffentlichen Schlüssel des Relays ein',
  'Port must be a number': 'Der Port muss eine Zahl sein',
}

type Rule = readonly [id: string, path: string, value: unknown, message: string | null]

const rules: readonly Rule[] = [
  ['SET-24', 'image_moderation.api', '', 'Please enter the API endpoint'],
  ['SET-24', 'image_moderation.api', '  ', 'Please enter the API endpoint'],
  ['SET-24', 'image_moderation.api', 'http://localhost:8000/moderate', null],
  ['SET-25', 'image_moderation.threshold', -0.1, 'Value must be between 0 and 1'],
  ['SET-25', 'image_moderation.threshold', 1.1, 'Value must be between 0 and 1'],
  ['SET-25', 'image_moderation.threshold', 0, null],
  ['SET-25', 'image_moderation.threshold', 1, null],
  ['SET-25, R-42', 'image_moderation.threshold', null, 'This field is required!'],
  ['SET-26', 'image_moderation.check_interval', 0, 'Value must be at least 1'],
  ['SET-26', 'image_moderation.check_interval', 1, null],
  ['SET-26, R-42', 'image_moderation.check_interval', null, 'This field is required!'],
  ['SET-27', 'image_moderation.concurrency', 0, 'Value must be at least 1'],
  ['SET-27', 'image_moderation.concurrency', 1, null],
  ['SET-27, R-42', 'image_moderation.concurrency', null, 'This field is required!'],
  ['SET-28', 'image_moderation.timeout', 0, 'Value must be at least 1'],
  ['SET-28', 'image_moderation.timeout', 1, null],
  ['SET-28, R-42', 'image_moderation.timeout', null, 'This field is required!'],
  ['SET-29', 'image_moderation.enabled', true, null],
  ['SET-29', 'image_moderation.enabled', false, null],
  ['SET-30', 'image_moderation.mode', 'basic', null],
  ['SET-30', 'image_moderation.mode', 'strict', null],
  ['SET-30', 'image_moderation.mode', 'full', null],
  ['SET-31', 'image_moderation.temp_dir', '', null],
  ['SET-34', 'content_filter.enabled', false, null],
  ['SET-34', 'content_filter.enabled', true, null],
  ['SET-35', 'content_filter.cache_size', 99, 'Value must be at least 100'],
  ['SET-35', 'content_filter.cache_size', 100, null],
  ['SET-35, R-42', 'content_filter.cache_size', null, 'This field is required!'],
  ['SET-36', 'content_filter.cache_ttl', 0, 'Value must be at least 1'],
  ['SET-36', 'content_filter.cache_ttl', 1, null],
  ['SET-36, R-42', 'content_filter.cache_ttl', null, 'This field is required!'],
  ['SET-37', 'content_filter.full_text_kinds', [1, 1984, 9735, 10002, 30023], null],
  ['SET-40', 'nest_feeder.url', '', 'This field is required!'],
  ['SET-40, R-43', 'nest_feeder.url', 'nest-feeder:8001', null],
  ['SET-41', 'nest_feeder.cache_size', 99, 'Value must be at least 100'],
  ['SET-41', 'nest_feeder.cache_size', 100, null],
  ['SET-41, R-42', 'nest_feeder.cache_size', null, 'This field is required!'],
  ['SET-42', 'nest_feeder.cache_ttl', 0, 'Value must be at least 1'],
  ['SET-42', 'nest_feeder.cache_ttl', 1, null],
  ['SET-42, R-42', 'nest_feeder.cache_ttl', null, 'This field is required!'],
  ['SET-43', 'nest_feeder.timeout', 0, 'Value must be at least 1'],
  ['SET-43', 'nest_feeder.timeout', 1, null],
  ['SET-43, R-42', 'nest_feeder.timeout', null, 'This field is required!'],
  ['SET-44', 'nest_feeder.enabled', true, null],
  ['SET-44', 'nest_feeder.enabled', false, null],
  ['SET-47', 'ollama.url', 'abc', 'Please enter a valid URL'],
  ['SET-47', 'ollama.url', '', 'Please enter a valid URL'],
  ['SET-47', 'ollama.url', 'localhost:11434', 'Please enter a valid URL'],
  ['SET-47', 'ollama.url', 'ftp://localhost/api', 'Please enter a valid URL'],
  ['SET-47', 'ollama.url', 'http://localhost:11434/api/generate', null],
  ['SET-48', 'ollama.model', '', 'Please select an Ollama model'],
  ['SET-48', 'ollama.model', 'gemma3:1b', null],
  ['SET-50', 'ollama.timeout', 0, 'Value must be at least 1'],
  ['SET-50', 'ollama.timeout', 1, null],
  ['SET-50, R-42', 'ollama.timeout', null, 'This field is required!'],
  ...[
    'https://me:word@host/x',
    'http:me:word@host',
    'HTTP:\\\\word@host',
    'me:word@host:8000',
    'ftp://word@host',
  ].flatMap(
    address =>
      [
        [
          'SET-24',
          'image_moderation.api',
          address,
          'Please remove name and password from the address: everyone who signs in here could read them',
        ],
        [
          'SET-40',
          'nest_feeder.url',
          address,
          'Please remove name and password from the address: everyone who signs in here could read them',
        ],
        [
          'SET-47',
          'ollama.url',
          address,
          'Please remove name and password from the address: everyone who signs in here could read them',
        ],
      ] as const,
  ),
  ['SET-47', 'ollama.url', 'https://host/@me?mail=me@host', null],
  ...['', '  '].flatMap(
    blank =>
      [
        ['SET-53', 'wallet.name', blank, 'Please enter a wallet name'],
        ['SET-54', 'wallet.api_key', blank, 'Please enter the wallet API key'],
        ['SET-58', 'general.private_key', blank, 'Please enter the private key'],
        ['SET-62', 'relay_info.relayname', blank, 'Please enter the relay name'],
        ['SET-63', 'relay_info.relaypubkey', blank, 'Please enter the relay public key'],
      ] as const,
  ),
  ...['90a0', '-9000', '9000.5', '9e3', '0x50', '٩٠٠٠'].map(
    port => ['SET-57', 'general.port', port, 'Port must be a number'] as const,
  ),
  ['SET-57', 'general.port', '', 'Port must be a number'],
  ['SET-57', 'general.port', '9000', null],
  ['SET-59', 'general.service_tag', '', null],
  ['SET-59', 'general.service_tag', 'Owls & more, ü?', null],
  ['SET-59', 'general.relay_stats_db', '', null],
  ['SET-59', 'general.proxy', false, null],
  ['SET-59', 'general.demo_mode', true, null],
  ['SET-59', 'general.web', false, null],
  ...['relaydescription', 'relaycontact', 'relaydhtkey', 'relaysoftware', 'relayversion'].flatMap(key =>
    ['', 'Owls & more, ü?'].map(text => ['SET-64', `relay_info.${key}`, text, null] as const),
  ),
  [
    'SET-64',
    'relay_info.relaycontact',
    'https://me:word@host',
    'Please remove name and password from the address: everyone who signs in here could read them',
  ],
  [
    'SET-64',
    'relay_info.relaysoftware',
    'git+ssh://word@host/x',
    'Please remove name and password from the address: everyone who signs in here could read them',
  ],
  ...['mailto:me@host', 'me@host', 'nostr:npub1x', 'https://host/@me'].map(
    contact => ['SET-64', 'relay_info.relaycontact', contact, null] as const,
  ),
  ['SET-64', 'relay_info.relaycontact', 'xmpp:me@host', 'Use an http, https, mailto or nostr address'],
  ['SET-64', 'relay_info.relaycontact', 'javascript:alert(1)', 'Use an http, https, mailto or nostr address'],
  ['SET-64', 'relay_info.relayaddresses', 'wss://relay.example\nws://192.0.2.7:9001', null],
  [
    'SET-64',
    'relay_info.relayaddresses',
    'relay.example',
    'Enter one address per line, without a path: wss://relay.example',
  ],
  ['SET-64', 'relay_info.relaysupportednips', [], null],
  ...['browser_path', 'temp_dir'].flatMap(key =>
    ['', 'Owls & more, ü?'].map(text => ['SET-75', `xnostr.${key}`, text, null] as const),
  ),
  ['SET-75', 'xnostr.enabled', false, null],
  [
    'SET-65',
    'relay_info.relaysupportednips',
    [1, 2, 4, 5, 9, 11, 12, 15, 16, 20, 22, 26, 28, 33, 40, 42, 50, 56, 65, 78],
    null,
  ],
]

function fieldAt(path: string): Field {
  const [name, key] = path.split('.')
  const found = settingsGroups.find(group => group.name === name)?.fields[key ?? '']
  if (!found) throw new Error(`no field ${path}`)
  return found
}

describe('values that the settings forms refuse', () => {
  it.each(rules)('%s: %s = %j: %s', (_id, path, value, message) => {
    const found = fieldAt(path).schema.safeParse(value).error?.issues[0]?.message ?? null
    expect(found).toBe(message)
    if (message === null) return
    const [shown, translated]: Readonly<Record<string, string>>[] = [english.messages, german.messages]
    expect(shown?.[message]).toBe(message)
    if (message in inGerman) expect(translated?.[message]).toBe(inGerman[message])
  })
})

it('CONST-05: the least that each limit can be, and nothing below', () => {
  const least: readonly (readonly [RegExp, number])[] = [
    [/^cache_size$/, 100],
    [/^(cache_ttl|timeout|check_interval|concurrency)$/, 1],
    [/^threshold$/, 0],
  ]
  const fields = settingsGroups.flatMap(({ fields }) => Object.entries(fields))
  const limits = least.flatMap(([name, value]) =>
    fields.filter(([key]) => name.test(key)).map(([key, field]) => ({ key, field, value })),
  )
  expect(new Set(limits.map(({ key }) => key)).size).toBe(6)
  for (const { key, field, value } of limits) {
    expect(field.min, key).toBe(value)
    expect(field.schema.safeParse(value).success, `${key} ${value}`).toBe(true)
    expect(field.schema.safeParse(value - 1).success, `${key} ${value - 1}`).toBe(false)
  }
  const { schema } = fieldAt('image_moderation.threshold')
  expect([1, 1.1].map(value => schema.safeParse(value).success)).toEqual([true, false])
})

describe('choices that the settings forms offer', () => {
  it.each([
    ['SET-23', 'image_moderation', 'api check_interval concurrency enabled mode temp_dir threshold timeout'],
    ['SET-33', 'content_filter', 'cache_size cache_ttl enabled full_text_kinds'],
    ['SET-39', 'nest_feeder', 'cache_size cache_ttl enabled timeout url'],
    ['SET-46', 'ollama', 'model timeout url'],
    ['SET-52', 'wallet', 'api_key explorer_url name'],
    ['SET-56', 'general', 'demo_mode port private_key proxy relay_stats_db service_tag web'],
    ['SET-71', 'query_cache', ''],
    [
      'SET-73, SET-75',
      'xnostr',
      'browser_path browser_pool_size check_interval concurrency enabled nitter temp_dir update_interval verification_intervals',
    ],
  ])('%s: %s has its fields', (_id, name, keys) => {
    const group = settingsGroups.find(group => group.name === name)
    expect(
      Object.keys(group?.fields ?? {})
        .sort()
        .join(' '),
    ).toBe(keys)
  })

  it('SET-30: three moderation modes', () => {
    const { options, schema } = fieldAt('image_moderation.mode')
    expect(options).toEqual(['basic', 'strict', 'full'])
    for (const other of ['', 'loose', 'Basic', null])
      expect([other, schema.safeParse(other).success]).toEqual([other, false])
  })

  it.each([
    ['SET-26', 'image_moderation.check_interval', { control: 'number', min: 1, unit: 's' }],
    ['SET-28', 'image_moderation.timeout', { control: 'number', min: 1, unit: 's' }],
    ['SET-35', 'content_filter.cache_size', { control: 'number', min: 100, unit: 'entries' }],
    ['SET-36', 'content_filter.cache_ttl', { control: 'number', min: 1, unit: 'min' }],
    ['SET-41', 'nest_feeder.cache_size', { control: 'number', min: 100, unit: 'entries' }],
    ['SET-42', 'nest_feeder.cache_ttl', { control: 'number', min: 1, unit: 'min' }],
    ['SET-43', 'nest_feeder.timeout', { control: 'number', min: 1, unit: 'ms' }],
    ['SET-50', 'ollama.timeout', { control: 'number', min: 1, unit: 'ms' }],
  ])('%s: %s is a number with its least value and unit', (_id, path, parts) => {
    expect(fieldAt(path)).toMatchObject(parts)
  })

  it('SET-25: the threshold moves by steps of 0.1', () => {
    expect(fieldAt('image_moderation.threshold').step).toBe(0.1)
  })

  it('SET-37: five kinds for the content filter, as whole numbers', () => {
    const { options, schema } = fieldAt('content_filter.full_text_kinds')
    expect(options).toEqual([1, 1984, 9735, 10002, 30023])
    for (const wrong of ['1', 1.5, -1, 65_536])
      expect([wrong, schema.safeParse([1, wrong]).success]).toEqual([wrong, false])
  })

  it('SET-49: fourteen models', () => {
    expect(fieldAt('ollama.model').options?.join(' ')).toBe(
      'llama2 llama2:13b llama2:70b mistral mistral:7b mixtral mixtral:8x7b phi phi:2 gemma gemma:7b vicuna vicuna:13b orca-mini',
    )
  })

  it('SET-65: the twenty NIPs, and beyond them only what the relay serves, as numbers', () => {
    const { options = [], schema } = fieldAt('relay_info.relaysupportednips')
    const twenty = [1, 2, 4, 5, 9, 11, 12, 15, 16, 20, 22, 26, 28, 33, 40, 42, 50, 56, 65, 78]
    expect(twenty.filter(nip => !options.includes(nip))).toEqual([])
    expect(options.filter(nip => !twenty.includes(Number(nip)) && !servedNips.includes(Number(nip)))).toEqual([])
    expect(schema.safeParse(['1']).success).toBe(false)
  })

  it('R-47: every duration has its unit beside it', () => {
    const units = settingsGroups.flatMap(group =>
      Object.entries(group.fields)
        .filter(([key]) => /_ttl$|timeout$|interval$/.test(key))
        .map(([key, { unit }]) => [`${group.name}.${key}`, unit]),
    )
    expect(Object.fromEntries(units)).toEqual({
      'image_moderation.check_interval': 's',
      'image_moderation.timeout': 's',
      'content_filter.cache_ttl': 'min',
      'nest_feeder.cache_ttl': 'min',
      'nest_feeder.timeout': 'ms',
      'ollama.timeout': 'ms',
      'xnostr.check_interval': 's',
      'xnostr.update_interval': 'h',
    })
  })
})
