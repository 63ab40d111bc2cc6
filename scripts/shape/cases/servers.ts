import { type Cases, lines, relay, wallet } from './cases.ts'

export const serversCases: Cases = {
  'http-by-node-http': {
    refuses: [{ [`${relay}/rates/a.ts`]: "import { type Agent, request as open } from 'node:https'" }],
    allows: {
      [`${relay}/rates/a.ts`]: "import type { IncomingMessage } from 'node:http'",
      [`${relay}/rates/a.test.ts`]: "import { createServer } from 'node:http'",
    },
  },
  'one-way-out': {
    refuses: [
      { [`${wallet}/fees/fees.ts`]: 'const answer = await fetch(url)' },
      { [`${relay}/rates/a.ts`]: "import { requestBy } from '@hornets/server/http/node-http'" },
      {
        [`${wallet}/a.ts`]: "import { sendRequest } from '@hornets/server/outgoing/http-request'",
        'packages/server/src/outgoing/http-request.ts': lines(1),
      },
    ],
    allows: {
      'packages/server/src/outgoing/way-out.ts': "import { sendRequest } from './http-request.ts'",
      'packages/server/src/outgoing/http-request.ts': "import { requestBy } from '../http/node-http.ts'",
      [`${wallet}/a.ts`]:
        "import type { HttpAnswer } from '@hornets/server/outgoing/http-request'\nawait wayOut.send(url)",
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
}
