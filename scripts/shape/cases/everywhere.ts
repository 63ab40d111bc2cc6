import { type Cases, calls, lines, many, relay, wallet, web } from './cases.ts'

export const everywhereCases: Cases = {
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
  'no-literal-spreads': {
    refuses: [
      { [`${relay}/a.ts`]: "const a = [\n  ...['b', 'c'],\n]" },
      { [`${web}/a.test.tsx`]: 'const a = {\n  ...{ b, c },\n}' },
    ],
    allows: { [`${relay}/a.ts`]: 'const a = [\n  ...[b].flat(),\n  ...b,\n  c,\n]' },
  },
  'hooks-are-called-by-files': {
    refuses: [
      { 'apps/wallet/test/support/desk.ts': 'afterEach(() => close())' },
      { 'e2e/world.ts': 'beforeAll(async () => {\n})' },
    ],
    allows: {
      'apps/wallet/test/send.test.ts': 'afterEach(() => close())',
      'e2e/world.ts': 'export function openWorlds() {\n  afterEach(() => close())\n}',
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
  'getting-long': { refuses: [{ [`${relay}/app.ts`]: lines(301) }], allows: { [`${relay}/app.ts`]: lines(300) } },
  'few-long-functions': {
    refuses: [{ [`${relay}/media/mime.ts`]: `function read() {\n${calls(59)}}\n`.repeat(46) }],
    allows: {
      [`${relay}/media/mime.ts`]: `function read() {\n${calls(59)}}\n`.repeat(45),
      [`${relay}/media/hash.ts`]: `function hash() {\n${calls(58)}}\n`.repeat(9),
      [`${relay}/media/mime.test.ts`]: `it(() => {\n${calls(59)}})\n`.repeat(9),
    },
  },
  'one-thing-at-a-time': {
    refuses: [
      { [`${relay}/media/mime.ts`]: `export function readMime() {\n${calls(100)}}` },
      { [`${web}/app/a.tsx`]: `export const A = () => {\n${calls(100)}}` },
      { [`${relay}/media/mime.ts`]: `class A {\nread() {\n${calls(100)}}\n}` },
      { [`${relay}/media/open-media.ts`]: `export function openMedia() {\n${calls(60)}}` },
      { [`${relay}/context/media-parts.ts`]: `export function openMediaParts() {\n${calls(60)}}` },
    ],
    allows: {
      [`${relay}/media/mime.ts`]: `export function readMime() {\n${calls(98)}}`,
      [`${relay}/media/open-media.ts`]: `export function openMedia() {\n${calls(58)}}`,
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
  'rooms-downhill': {
    refuses: [
      { [`${relay}/audit/routes.ts`]: "import type { A } from '../accounts/a.ts'" },
      { [`${relay}/audit/deep/a.ts`]: "import '../../main.ts'" },
      { [`${relay}/attic/a.ts`]: '' },
      { [`${relay}/media/library/a.ts`]: "import '../workers/b.ts'" },
      { [`${relay}/media/edge/a/one.ts`]: "import '../b.ts'", [`${relay}/media/edge/b.ts`]: "import './a/two.ts'" },
      { [`${relay}/events/a/one.ts`]: "import '../b.ts'", [`${relay}/events/b.ts`]: "import './a/two.ts'" },
    ],
    allows: {
      [`${relay}/accounts/a.ts`]: "import type { A } from '../audit/a.ts'\nimport './b.ts'",
      [`${relay}/context.ts`]: "import './context/frame.ts'",
      [`${relay}/media/edge/a.ts`]: "import '../workers/b.ts'",
      [`${relay}/events/a/one.ts`]: "import '../b.ts'",
      [`${relay}/audit/a.test.ts`]: "import '../accounts/a.ts'",
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
  'plain-words': {
    refuses: [
      { [`${relay}/a.test.ts`]: "test('who owns nothing makes a wallet', () => {})" },
      { [`${relay}/a.test.ts`]: "describe('a payment', () => {\n  test.each([1])('of %i is told', () => {})\n})" },
      { [`${relay}/a.test.ts`]: "test.each([\n  ['a', true],\n])('%s goes first', () => {})" },
    ],
    allows: {
      [`${relay}/a.test.ts`]: "test('AUTH-09: tells non-owners why they cannot create a wallet', () => {})",
      [`${relay}/b.test.ts`]: 'test(\'says that "nobody" is a name\', () => {}) // told',
      [`${relay}/a.ts`]: "const told = 'who is told'",
    },
  },
}
