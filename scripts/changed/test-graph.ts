import { posix } from 'node:path'
import type { SourceFile } from '../shape/source-file.ts'

/** Programs that a file starts, and folders that it reads, without a single relative path. */
const started: Readonly<Record<string, readonly string[]>> = {
  'apps/relay/src/mail/languages.ts': ['apps/relay/src/mail/letters/*.ts'],
  'apps/relay/src/publisher/published-kinds.ts': ['apps/relay/src/publisher/kinds/*.ts'],
  'e2e/support/process.ts': ['apps/relay/src/main.ts', 'apps/wallet/src/main.ts'],
  'e2e/support/world.ts': consoleDocuments(),
  'apps/console/test/support/build-console.ts': consoleDocuments(),
  'scripts/test/start.test.ts': ['scripts/start.mjs'],
  'scripts/test/admin.test.ts': ['scripts/admin.mjs'],
  'scripts/test/demo-regtest.test.ts': ['scripts/demo-regtest.mjs'],
}

function consoleDocuments(): string[] {
  return [
    'apps/console/src/app/main.tsx',
    'apps/console/src/features/auth/main.tsx',
    'apps/console/src/service-worker/main.ts',
    'apps/console/vite.config.ts',
  ]
}

/** A quoted relative path of a worker, a child process (`new URL('../src/main.ts', import.meta.url)`) or a glob. */
const namedFile = /(?<!from |import |import\()(['"`])(\.{1,2}\/[^'"`\s]+\.(?:ts|tsx|mjs|json))\1/g

const endings = ['', '.ts', '.tsx', '/index.ts']

/** For each file, those that import, start or name it, except type imports, which the type check covers. */
export function readUsers(files: readonly SourceFile[]): Map<string, Set<string>> {
  const paths = new Set(files.map(({ path }) => path))
  const users = new Map<string, Set<string>>()
  const add = (used: string, user: string) => {
    const path = endings.map(ending => used + ending).find(one => paths.has(one)) ?? used
    users.set(path, (users.get(path) ?? new Set()).add(user))
  }
  for (const { path, code, imports } of files) {
    for (const { typeOnly, target } of imports) if (target && !typeOnly) add(target, path)
    for (const [, , named = ''] of code.matchAll(namedFile)) add(posix.join(posix.dirname(path), named), path)
    for (const program of started[path] ?? []) add(program, path)
  }
  return users
}

/** The paths by which a file can be used: its own, and a glob of its folder. */
const namesOf = (path: string): string[] => [path, `${posix.dirname(path)}/*${posix.extname(path)}`]

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
/** Tests, their helpers, and the servers that they start. */
export const isForTests = (path: string): boolean =>
  isTest(path) || /^(e2e|(apps\/[^/]+|bench|scripts)\/test)\//.test(path)

/** Number of imports between; the files themselves with 0. `users`: see `readUsers`. */
export function usersOf(users: ReadonlyMap<string, ReadonlySet<string>>, from: readonly string[]): Map<string, number> {
  const reached = new Map(from.flatMap(namesOf).map(path => [path, 0]))
  // Iterating a map includes entries that are added meanwhile.
  for (const [path, imports] of reached) {
    for (const user of users.get(path) ?? []) if (!reached.has(user)) reached.set(user, imports + 1)
  }
  return reached
}

/** The entries of the table above, so that a test can check that they exist. */
export const startedFiles = (): string[] => [...Object.keys(started), ...Object.values(started).flat()]
