import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { readSource } from './read-source.ts'
import { rules } from './rules/all.ts'

type Files = Record<string, string>

const relay = 'apps/relay/src'
const wallet = 'apps/wallet/src'
const web = 'apps/console/src'
/** So many files in a folder. */
const many = (count: number, folder: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/a${index}.ts`, '']))
const calls = (count: number) => 'call()\n'.repeat(count)
const lines = (count: number) => 'export {}\n'.repeat(count)

/** For each rule: what it refuses, one tree per line, and what it allows. */
const cases: Record<string, { refuses: Files[]; allows: Files }> = {
  'apps-stand-alone': {
    refuses: [
      { [`${web}/app/a.ts`]: "import { b } from '@hornets/relay/config.ts'" },
      { [`${relay}/app.ts`]: "import { b } from '../../console/src/api/b.ts'" },
      { 'apps/wallet/src/app.ts': "import type { B } from '@hornets/relay/b.ts'" },
    ],
    allows: { [`${relay}/app.ts`]: "import { b } from '@hornets/contract'\nimport { c } from './media/routes.ts'" },
  },
  'packages-below-apps': {
    refuses: [{ 'packages/server/src/a.test.ts': "import { b } from '../../../apps/relay/src/b.ts'" }],
    allows: { 'packages/server/src/a.ts': "import { b } from './b.ts'" },
  },
  'contract-is-data': {
    refuses: [
      { 'packages/contract/src/a.ts': "import { readFile } from 'node:fs'" },
      { 'packages/contract/src/a.ts': "export { b } from '@hornets/server/b'" },
      { 'packages/contract/src/a.ts': "import type { FC } from 'react'" },
    ],
    allows: {
      'packages/contract/src/a.ts': "import * as z from 'zod/mini'\nimport { b } from './b.ts'",
      'packages/contract/src/a.test.ts': "import { test } from 'vitest'",
    },
  },
  'small-schemas': {
    refuses: [
      { 'packages/contract/src/a.ts': "import { z } from 'zod'" },
      { [`${web}/api/a.ts`]: "import type { z } from 'zod'" },
    ],
    allows: { [`${web}/api/a.ts`]: "import * as z from 'zod/mini'", [`${relay}/a.ts`]: "import { z } from 'zod'" },
  },
  'server-is-small': {
    refuses: [
      { 'packages/server/src/a.ts': "import { WebSocketServer } from 'ws'" },
      { 'packages/server/src/a.ts': "const b = await import('../../../apps/relay/src/b.ts')" },
    ],
    allows: {
      'packages/server/src/a.ts': "import fastify from 'fastify'\nimport 'node:fs'\nimport '@hornets/contract'",
    },
  },
  'service-knows-no-http': {
    refuses: [
      { [`${relay}/media/file-service.ts`]: "import type { FastifyRequest } from 'fastify'" },
      { [`${relay}/media/upload-service.ts`]: "import { createServer } from 'node:http'" },
      { [`${relay}/nostr/service.ts`]: "import { WebSocket } from 'ws'" },
      { [`${relay}/media/file-service.ts`]: "import { paths } from './routes.ts'" },
      { [`${relay}/media/keeper.ts`]: "import './file-store.ts'\nimport type { FastifyRequest } from 'fastify'" },
    ],
    allows: {
      [`${relay}/media/routes.ts`]: "import fastify from 'fastify'",
      [`${relay}/media/file-service.ts`]: "import { store } from './store.ts'",
    },
  },
  'sql-in-stores-only': {
    refuses: [
      { [`${relay}/media/file-service.ts`]: "import { sql } from 'kysely'" },
      { [`${relay}/media/files.ts`]: "import { DatabaseSync } from 'node:sqlite'" },
      { [`${relay}/media/files.ts`]: "const rows = database.prepare('anything')" },
      { [`${relay}/media/files.ts`]: 'const rows = sql`select 1`' },
      { [`${relay}/media/files.ts`]: "database.exec('PRAGMA optimize')" },
      { [`${relay}/media/files.ts`]: "tx.run('insert or ignore into files values (?)')" },
      { [`${relay}/media/files.ts`]: "reads.selectFrom('files')" },
      { [`${relay}/events/service.ts`]: "tx.run('DELETE FROM events')" },
    ],
    allows: {
      [`${relay}/media/file-store.ts`]: "import { sql } from 'kysely'",
      [`${relay}/media/store-postgres.ts`]: 'const rows = sql`select 1`',
      [`${relay}/accounts/session-store.ts`]: "database.prepare('x')",
      [`${relay}/events/deletions.ts`]: "tx.run('DELETE FROM events')",
      [`${relay}/statistics/trend-sql.ts`]: 'const rows = sql`select 1`',
      [`${relay}/policy/words.ts`]: "const text = 'select what you want, then update it'",
      [`${relay}/database/001-events.ts`]: "import { sql } from 'kysely'",
      [`${relay}/context.ts`]: "import type { Kysely } from 'kysely'",
      [`${relay}/media/file-service.ts`]: '// the store calls database.prepare( once',
    },
  },
  'answers-in-contract': {
    refuses: [
      { [`${wallet}/send/routes.ts`]: "throw new ApiError('not_found', 'There is no such thing')" },
      { [`${relay}/settings/settings-service.ts`]: "throw new ApiError('not_found', `None`)" },
      { 'packages/server/src/a.ts': "const tooSlow = new ApiError('timeout', \"It's slow\")" },
      { [`${wallet}/chain/a.ts`]: "throw new ChainError('The node is away')" },
    ],
    allows: {
      [`${wallet}/send/routes.ts`]: "throw new ApiError('not_found', walletMessages.coinUnknown)",
      [`${relay}/media/routes.ts`]: "throw new ApiError('not_found', 'There is no such file')",
      [`${wallet}/send/routes.test.ts`]: "throw new ApiError('not_found', 'x')",
    },
  },
  'services-and-stores-are-classes': {
    refuses: [
      { [`${relay}/media/file-store.ts`]: 'export async function findFile(reads: Reads) {}' },
      { [`${relay}/media/file-service.ts`]: 'export const nameOf = (file: File) => file.name' },
      { [`${wallet}/send/send-store.ts`]: 'export const list = async reads => reads.all()' },
    ],
    allows: {
      [`${relay}/media/file-store.ts`]: 'export class FileStore {}\nexport const filesMax = 100\nfunction rowOf() {}',
      [`${relay}/media/blob-store.ts`]: 'export interface BlobStore {}',
      [`${wallet}/database/migrations/071-lightning-service.ts`]: 'export async function up() {}',
    },
  },
  'slices-apart': {
    refuses: [
      { [`${relay}/media/file-service.ts`]: "import { b } from '../settings/store.ts'" },
      { [`${relay}/media/file-service.ts`]: "import type { B } from '../settings/group-store.ts'" },
      { [`${relay}/nostr/listener.ts`]: "import { openEventStore } from '../events/open-event-store.ts'" },
      { [`${relay}/media/routes.ts`]: "import { b } from '../settings/routes.ts'" },
      { [`${relay}/media/routes.ts`]: "import { createSettings } from '../settings/settings-service.ts'" },
      { [`${relay}/servers/admin/maintenance.ts`]: "import { b } from '../../settings/routes.ts'" },
    ],
    allows: {
      [`${relay}/media/file-service.ts`]:
        "import type { Settings } from '../settings/settings-service.ts'\nimport { b } from './store.ts'",
      [`${relay}/nostr/listener.ts`]: "import { type EventStore, QueryTooCostly } from '../events/event-store.ts'",
      [`${relay}/media/file-store.ts`]: "import type { Tables } from '../database/schema.ts'",
      [`${relay}/context.ts`]: "import { createSettings } from './settings/settings-service.ts'",
      [`${relay}/context/media-parts.ts`]: "import { createSettings } from '../settings/settings-service.ts'",
      [`${relay}/servers/admin-server.ts`]: "import { b } from '../settings/routes.ts'",
      [`${relay}/media/service.test.ts`]: "import { createStore } from '../settings/store.ts'",
    },
  },
  downhill: {
    refuses: [
      { [`${relay}/media/file-store.ts`]: "import { b } from './service.ts'" },
      { [`${relay}/media/file-store.ts`]: "import { b } from './upload-routes.ts'" },
      { [`${relay}/media/file-store.ts`]: "import { b } from './open-media.ts'" },
      {
        [`${relay}/media/file-store.ts`]: "import { Keeper } from './keeper.ts'",
        [`${relay}/media/keeper.ts`]: "import type { BanStore } from './ban-store.ts'",
      },
      { [`${relay}/media/routes.ts`]: "import { b } from './file-store.ts'" },
      { [`${relay}/media/mime.ts`]: "import { b } from './routes.ts'" },
    ],
    allows: {
      [`${relay}/media/file-store.ts`]: "import { b } from './ban-store.ts'\nimport { c } from './mime.ts'",
      [`${relay}/media/mime.ts`]: "import { extname } from 'node:path'",
      [`${relay}/media/routes.ts`]: "import type { Row } from './file-store.ts'",
      [`${relay}/media/open-media.ts`]: "import './routes.ts'\nimport './file-store.ts'",
    },
  },
  'layers-by-name': {
    refuses: [
      { [`${relay}/media/service.ts`]: '' },
      { [`${wallet}/send/store.ts`]: '' },
      { [`${relay}/media/index.ts`]: '' },
      { [`${relay}/media/upload-route.ts`]: '' },
      { [`${relay}/media/keeper.ts`]: 'export class KeepingService {}' },
      { [`${wallet}/send/sends.ts`]: 'class SendStore {}' },
    ],
    allows: {
      [`${relay}/media/routes.ts`]: '',
      [`${relay}/media/upload-routes.ts`]: '',
      [`${relay}/media/file-service.ts`]: 'export class FileService {}',
      [`${wallet}/send/send-store.ts`]: 'export class SendStore {}',
      'packages/server/src/service.ts': '',
    },
  },
  'features-apart': {
    refuses: [
      { [`${web}/features/media/page.tsx`]: "import { b } from '../settings/form.tsx'" },
      { [`${web}/features/media/page.tsx`]: "import { router } from '../../app/router.tsx'" },
    ],
    allows: {
      [`${web}/features/media/page.tsx`]:
        "import './table.tsx'\nimport '../../ui/button.tsx'\nimport '../../api/client.ts'",
      [`${web}/app/router.tsx`]: "import '../features/media/page.tsx'",
    },
  },
  'ui-knows-nothing': {
    refuses: [
      { [`${web}/ui/button.tsx`]: "import { b } from '../features/media/b.ts'" },
      { [`${web}/ui/button.tsx`]: "import { b } from '../api/client.ts'" },
      { [`${web}/ui/button.tsx`]: "import type { User } from '@hornets/contract/admin'" },
    ],
    allows: { [`${web}/ui/button.tsx`]: "import { clsx } from 'clsx'\nimport './icon.tsx'" },
  },
  'api-below-features': {
    refuses: [
      { [`${web}/api/client.ts`]: "import { b } from '../features/media/b.ts'" },
      { [`${web}/api/client.ts`]: "import { toast } from '../ui/toast.tsx'" },
    ],
    allows: { [`${web}/api/client.ts`]: "import { endpoints } from '@hornets/contract/admin'" },
  },
  // I18N-04, R-79
  'no-literal-texts': {
    refuses: [
      '<p>Save</p>',
      '<p>{"Save"}</p>',
      '<p>{a ? t("a.b") : "Save"}</p>',
      '<p>{a && `files`}</p>',
      '<Button label="Save" />',
      '<Button saveLabel={"Save"} />',
      '<a title={a ?? "Save"} />',
      '<img alt={`Picture`} />',
      '<input placeholder={"Save" + a} />',
      '<i aria-label="Save" />',
      '<Select choices={[{ value: a, label: "Save" }]} />',
      '<b onClick={() => toast.error("Save")} />',
      '<b onClick={() => confirm({ title: "Save" })} />',
    ].map(text => ({ [`${web}/features/media/a.tsx`]: `const a = ${text}` })),
    allows: {
      [`${web}/features/media/a.tsx`]:
        'const a = <p className="b" title={t("a.b")}>{t(c ? "a.b" : "a.c")} 5 · — {c === "open" && "✓"}<img alt="" /></p>',
      [`${web}/features/auth/b.tsx`]: "onNotice({ kind: 'success', title: 'Login successful' })",
      [`${web}/features/media/a.test.tsx`]: 'const a = <p>Save</p>',
      'apps/console/gallery/a.tsx': 'const a = <p>Save</p>',
      [`${web}/features/media/b.ts`]: "const a = { text: 'a' }",
    },
  },
  'written-by-locale': {
    refuses: [
      { [`${web}/features/media/a.tsx`]: 'const a = size.toFixed(2)' },
      { [`${web}/features/media/size.ts`]: 'const a = size.toLocaleString()' },
      { [`${web}/ui/day.ts`]: 'const a = date.toLocaleDateString("de")' },
      { [`${web}/ui/day.ts`]: 'const a = new Intl.NumberFormat().format(5)' },
      { [`${web}/ui/day.tsx`]: 'const a = new Date().toISOString()' },
    ],
    allows: {
      [`${web}/ui/format.ts`]: 'const a = new Intl.NumberFormat(locale).format(5)',
      [`${web}/features/wallet/call.ts`]: 'const timestamp = new Date().toISOString()',
      [`${web}/features/media/size.test.ts`]: 'const a = size.toFixed(2)',
      [`${relay}/media/size.ts`]: 'const a = size.toFixed(2)',
    },
  },
  'environment-in-config': {
    refuses: [
      { [`${relay}/media/file-service.ts`]: 'const folder = process.env.DATA_DIR' },
      { [`${relay}/app.ts`]: "import { env } from 'node:process'" },
    ],
    allows: {
      [`${relay}/config.ts`]: 'const { PORT } = process.env',
      [`${relay}/main.ts`]: 'start(process.env)',
      [`${relay}/app.ts`]: '// never reads process.env',
      [`${relay}/app.test.ts`]: 'process.env.X',
      'apps/console/vite.config.ts': 'process.env.RELAY_ADMIN_URL',
    },
  },
  'paths-are-no-addresses': {
    // Built from parts, so that the rule does not refuse this very file.
    refuses: [
      { 'e2e/a.ts': `const folder = new URL('..', import.meta.${'url'}).pathname` },
      { 'e2e/a.ts': `const { pathname } = new URL('..', import.meta.${'url'})` },
    ],
    allows: { 'e2e/a.ts': "fileURLToPath(new URL('..', import.meta.url))\nnew URL(page.url()).pathname" },
  },
  'main-is-the-end': {
    refuses: [{ [`${relay}/app.ts`]: "import './main.ts'" }, { 'e2e/a.test.ts': "import '../apps/relay/src/main.ts'" }],
    allows: { [`${relay}/main.ts`]: "import './app.ts'" },
  },
  'named-for-its-noun': {
    refuses: [
      { [`${relay}/utils/a.ts`]: '' },
      { [`${web}/ui/types.ts`]: '' },
      { [`${relay}/media/helpers.test.ts`]: '' },
      { 'packages/contract/src/common.ts': '' },
    ],
    allows: { [`${relay}/media/media-types.ts`]: '' },
  },
  'short-enough-to-read': {
    refuses: [{ [`${relay}/app.ts`]: lines(401) }],
    allows: { [`${relay}/app.ts`]: lines(400) },
  },
  'getting-long': {
    refuses: [{ [`${relay}/app.ts`]: lines(301) }],
    allows: { [`${relay}/app.ts`]: lines(300) },
  },
  'one-way-out': {
    refuses: [
      { [`${wallet}/fees/fees.ts`]: 'const answer = await fetch(url)' },
      { [`${relay}/rates/a.ts`]: "import { type Agent, request as open } from 'node:https'" },
      {
        [`${wallet}/a.ts`]: "import { sendRequest } from '@hornets/server/outgoing/http-request'",
        'packages/server/src/outgoing/http-request.ts': lines(1),
      },
    ],
    allows: {
      'packages/server/src/outgoing/way-out.ts': "import { sendRequest } from './http-request.ts'",
      'packages/server/src/outgoing/http-request.ts': "import { request } from 'node:http'",
      [`${wallet}/a.ts`]:
        "import type { HttpAnswer } from '@hornets/server/outgoing/http-request'\nawait wayOut.send(url)",
    },
  },
  'keys-in-one-room': {
    refuses: [
      { [`${wallet}/send/plan.ts`]: "import { p2wpkh } from '@scure/btc-signer'" },
      { [`${wallet}/send/plan.ts`]: "import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'" },
      { [`${wallet}/send/plan.ts`]: "import type { HDKey } from '@scure/bip32'" },
      { [`${wallet}/operators/operators.ts`]: "import { schnorr } from '@noble/curves/secp256k1.js'" },
    ],
    allows: {
      [`${wallet}/keys/sign.ts`]: "import { HDKey } from '@scure/bip32'",
      [`${wallet}/addresses/a.ts`]: "import { bech32 } from '@scure/base'",
      [`${wallet}/coins/raw-transaction.ts`]: "import { RawTx } from '@scure/btc-signer/script.js'",
    },
  },
  'secrets-by-the-vault': {
    refuses: [
      { [`${wallet}/send/plan.ts`]: "import { unseal } from '../keys/seal.ts'", [`${wallet}/keys/seal.ts`]: lines(1) },
      { [`${wallet}/app.ts`]: "import { Vault } from './keys/vault.ts'", [`${wallet}/keys/vault.ts`]: lines(1) },
    ],
    allows: {
      [`${wallet}/send/plan.ts`]: "import type { Vault } from '../keys/vault.ts'",
      [`${wallet}/context.ts`]: "import { Vault } from './keys/vault.ts'",
      [`${wallet}/context/key-parts.ts`]: "import { Vault } from '../keys/vault.ts'",
      [`${wallet}/keys/vault.ts`]: "import { seal } from './seal.ts'",
      [`${wallet}/keys/seal.ts`]: lines(1),
    },
  },
  'one-thing-at-a-time': {
    refuses: [
      { [`${relay}/media/mime.ts`]: `export function readMime() {\n${calls(100)}}` },
      { [`${web}/app/a.tsx`]: `export const A = () => {\n${calls(100)}}` },
      { [`${relay}/media/mime.ts`]: `class A {\nread() {\n${calls(100)}}\n}` },
    ],
    allows: {
      [`${relay}/media/mime.ts`]: `export function readMime() {\n${calls(98)}}`,
      [`${relay}/media/open-media.ts`]: `export function openMedia() {\n${calls(100)}}`,
      [`${relay}/media/mime.test.ts`]: `it(() => {\n${calls(100)}})`,
    },
  },
  'few-enough-to-scan': {
    refuses: [
      many(23, `${web}/features/media`),
      { ...many(22, `${wallet}/coins`), ...many(1, `${wallet}/coins/plans`) },
    ],
    allows: {
      ...many(22, `${web}/features/media`),
      ...many(30, 'e2e/pictures/kept'),
      ...many(30, 'docs/decisions'),
      ...many(30, `${relay}/database/migrations/admin`),
      ...many(30, `${wallet}/database/migrations`),
    },
  },
  'no-circles': {
    refuses: [
      {
        [`${relay}/a.ts`]: "import './b.ts'",
        [`${relay}/b.ts`]: "import './c.ts'",
        [`${relay}/c.ts`]: "import './a.ts'",
      },
      { [`${relay}/a.ts`]: "import './a.ts'" },
      { [`${relay}/a.ts`]: "export * from './b.ts'", [`${relay}/b.ts`]: "await import('./a.ts')" },
      { [`${relay}/a.ts`]: "import './b.ts'", [`${relay}/b.ts`]: "import type { A } from './a.ts'" },
    ],
    allows: { [`${relay}/a.ts`]: "import './b.ts'\nimport './c.ts'", [`${relay}/b.ts`]: "import './c.ts'" },
  },
}

const check = (name: string, files: Files) => {
  const sources = Object.entries(files).map(([path, text]) => readSource(path, text))
  return rules.find(rule => rule.name === name)?.check(sources, Object.keys(files)) ?? []
}

test('every rule has cases here, and every case its rule', () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(rule => rule.name).sort())
})

test('CONTRIBUTING.md has every rule in its table, and no other', () => {
  const table = readFileSync(inProject('CONTRIBUTING.md'), 'utf8').split('| rule |')[1]?.split('\n\n')[0] ?? ''
  const named = table.split('\n').flatMap(row => row.split('|')[1]?.match(/(?<=`)[a-z-]+(?=`)/g) ?? [])
  expect(named.sort()).toEqual(rules.map(rule => rule.name).sort())
})

const describe = (files: Files) =>
  Object.entries(files)
    .map(([path, text]) => `${path}: ${text.slice(0, 80)}`)
    .join(' + ')

for (const [name, { refuses, allows }] of Object.entries(cases)) {
  for (const files of refuses)
    test(`${name} refuses ${describe(files)}`, () => {
      expect(check(name, files)).toHaveLength(1)
    })

  test(`${name} lets pass what the architecture allows`, () => {
    expect(check(name, allows)).toEqual([])
  })
}

test('each reason is one sentence', () => {
  for (const { reason } of rules) expect(reason).toMatch(/^\S.*[^.]\.$/)
})
