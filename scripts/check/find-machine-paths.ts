/** Folders that name a person, a build machine or a mounted workspace; a few well-known system paths are allowed. */
const machinePath =
  /(?<![\w.:/-])(?:\/(?:home|Users|root|work|workspace|workspaces|private|mnt)\/[\w.-]+|[A-Z]:\\+Users\\+\w+)/g

/** Paths that exist on one machine only, with their lines (from 1). */
export function findMachinePaths(text: string): { line: number; path: string }[] {
  return text
    .split('\n')
    .flatMap((content, index) => [...content.matchAll(machinePath)].map(match => ({ line: index + 1, path: match[0] })))
}
