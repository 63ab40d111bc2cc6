/** Folders that name a person, a build machine or a mounted workspace; a few system places are public knowledge and fine. */
const machinePath =
  /(?<![\w.:/-])(?:\/(?:home|Users|root|work|workspace|workspaces|private|mnt)\/[\w.-]+|[A-Z]:\\+Users\\+\w+)/g

/**
 * Paths of one machine in a text: they mean nothing to anybody else.
 *
 * @returns for each, its line (from 1) and the path as it stands there
 */
export function findMachinePaths(text: string): { line: number; path: string }[] {
  return text
    .split('\n')
    .flatMap((content, index) => [...content.matchAll(machinePath)].map(match => ({ line: index + 1, path: match[0] })))
}
