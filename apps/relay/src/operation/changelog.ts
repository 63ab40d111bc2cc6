export interface ChangedPart {
  readonly title: string
  readonly entries: string[]
}

/** What a changelog in the format of Keep a Changelog says of one version; what stands before its first part has no title. */
export function changesIn(changelog: string, version: string): ChangedPart[] {
  const named = new RegExp(`(?<![\\w.])${version.replaceAll('.', '\\.')}(?![\\w.])`)
  const section = changelog.split(/^## /m).find(part => named.test(part.split('\n', 1)[0] ?? ''))
  if (section === undefined) return []
  const [before = '', ...parts] = section.slice(section.indexOf('\n')).split(/^### /m)
  return [`\n${before}`, ...parts]
    .map(part => ({ title: part.split('\n', 1)[0]?.trim() ?? '', entries: entriesIn(part.slice(part.indexOf('\n'))) }))
    .filter(({ entries }) => entries.length > 0)
}

const entriesIn = (text: string): string[] =>
  text
    .split(/^[-*] |\n\s*\n/m)
    .map(entry => withoutLinks(entry).replace(/\s+/g, ' ').trim())
    .filter(entry => entry !== '')

/** Links lead to files of the project, which the console does not serve. */
const withoutLinks = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
