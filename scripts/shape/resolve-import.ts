import { posix } from 'node:path'

/** Where the workspace's own packages are. */
const ownPackages: Record<string, string> = {
  '@hornets/contract': 'packages/contract/src',
  '@hornets/server': 'packages/server/src',
  '@hornets/relay': 'apps/relay/src',
  '@hornets/console': 'apps/console/src',
  '@hornets/wallet': 'apps/wallet/src',
}

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** A file or a package; one of the workspace resolves to its source folder, which tells the room. */
export function resolveImport(
  from: string,
  specifier: string,
): { target: string | undefined; package: string | undefined } {
  if (specifier.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), specifier))
    return { target: path.replace(/\?.*$/, ''), package: undefined }
  }
  const name = packageName(specifier)
  const folder = ownPackages[name]
  if (!folder) return { target: undefined, package: name }
  const inside = specifier.slice(name.length + 1)
  return { target: inside ? `${folder}/${inside}` : `${folder}/index.ts`, package: undefined }
}
