type LockedPackages = Record<string, { optionalDependencies?: Record<string, string>; optional?: boolean }>

/** Where Node looks for `name` from the package at `path`, nearest first. */
function placesFor(name: string, path: string): string[] {
  const parents = path.split('/node_modules/')
  const nested = parents.map(
    (_, index) => `${parents.slice(0, parents.length - index).join('/node_modules/')}/node_modules/${name}`,
  )
  return [...nested, `node_modules/${name}`]
}

/** Optional packages that a registry lacks are dropped silently by npm; `npm ci` then fails where one is needed. */
export function missingPackages(packages: LockedPackages): string[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter(name => !placesFor(name, path).some(place => place in packages))
      .map(name => `${path || 'the project'} wants ${name}, which the lock file does not hold`),
  )
}
